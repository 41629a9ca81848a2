import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The dashboard: src/web → dist/web, served by the tool's own server. */
export default defineConfig({
  root: here("src/web"),
  // Its style element would need a hole in the page's content security policy; our body never scrolls anyway.
  resolve: { alias: { "react-remove-scroll": here("src/web/ui/remove-scroll.tsx") } },
  build: {
    outDir: here("dist/web"),
    emptyOutDir: true,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // "use client" is a word to server frameworks.
      onLog: (level, log, handle) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log)),
    },
  },
  server: { proxy: { "/api": "http://127.0.0.1:5173" }, port: 5174 },
});

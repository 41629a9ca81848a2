import type { FixtureProject } from "./fixture-project.ts";

const manifest = (fields: object): string => `${JSON.stringify(fields, null, 2)}\n`;

/** Projects with a package.json, as they lie on people's disks. */
export const NODE_PROJECTS: readonly FixtureProject[] = [
  {
    name: "fresh from npm init -y",
    files: {
      "package.json": manifest({
        name: "new",
        version: "1.0.0",
        main: "index.js",
        scripts: { test: 'echo "Error: no test specified" && exit 1' },
        license: "ISC",
      }),
    },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "no scripts at all",
    files: { "package.json": manifest({ name: "assets", private: true, dependencies: { lodash: "^4" } }) },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "vite app in TypeScript, pnpm",
    files: {
      "package.json": manifest({
        name: "web",
        type: "module",
        packageManager: "pnpm@9.12.1+sha512.e5a7e52a4183a02d5931057f7a0dbff9d5e9ce3161e33fa68ae392125b79282a",
        scripts: {
          dev: "vite",
          build: "tsc -b && vite build",
          lint: "eslint .",
          preview: "vite preview",
          test: "vitest",
          typecheck: "tsc --noEmit",
          format: "prettier --write .",
          "format:check": "prettier --check .",
        },
      }),
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
      "tsconfig.json": '{ "files": [], "references": [] }\n',
      "vite.config.ts": "export default {};\n",
    },
    profile: {
      stack: "node-typescript",
      packageManager: "pnpm",
      monorepo: false,
      commands: {
        test: "pnpm test",
        typecheck: "pnpm typecheck",
        lint: "pnpm lint",
        build: "pnpm build",
        format: "pnpm format:check",
      },
    },
  },
  {
    name: "create-react-app, whose tests watch",
    files: {
      "package.json": manifest({
        name: "old-app",
        scripts: { start: "react-scripts start", build: "react-scripts build", test: "react-scripts test" },
      }),
      "package-lock.json": "{}\n",
    },
    profile: {
      stack: "node-javascript",
      packageManager: "npm",
      monorepo: false,
      commands: { build: "npm run build" },
    },
  },
  {
    name: "Angular, whose tests watch, too",
    files: {
      "package.json": manifest({ scripts: { test: "ng test", build: "ng build", lint: "ng lint" } }),
      "tsconfig.json": "{}\n",
      "angular.json": "{}\n",
    },
    profile: {
      stack: "node-typescript",
      packageManager: "npm",
      monorepo: false,
      commands: { lint: "npm run lint", build: "npm run build" },
    },
  },
  {
    name: "jest in watch mode, lint that fixes",
    files: {
      "package.json": manifest({
        scripts: {
          test: "jest --watchAll",
          lint: "eslint . --fix",
          build: "tsc -w",
          typecheck: "tsc --watch",
        },
      }),
      "tsconfig.json": "{}\n",
    },
    profile: { stack: "node-typescript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "watch mode switched off in words",
    files: {
      "package.json": manifest({
        scripts: { test: "ng test --watch=false --browsers=ChromeHeadless", lint: "eslint . --fix-dry-run" },
      }),
    },
    profile: {
      stack: "node-javascript",
      packageManager: "npm",
      monorepo: false,
      commands: { test: "npm test", lint: "npm run lint" },
    },
  },
  {
    name: "scripts that call scripts that write",
    files: {
      "package.json": manifest({
        scripts: {
          test: "npm run lint && node --test",
          lint: "npm run lint:js",
          "lint:js": "eslint --fix .",
          typecheck: "run-s types:*",
          build: "node build.mjs",
          postbuild: "prettier --write dist",
        },
      }),
    },
    profile: {
      stack: "node-javascript",
      packageManager: "npm",
      monorepo: false,
      commands: { typecheck: "npm run typecheck", build: "npm run build" },
    },
  },
  {
    name: "a test whose pretest formats",
    files: { "package.json": manifest({ scripts: { pretest: "prettier -w src", test: "node --test" } }) },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "scripts that are objects, lists and numbers",
    files: {
      "package.json": manifest({
        scripts: { test: { run: "jest" }, lint: ["eslint"], build: 7, typecheck: null },
      }),
    },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "scripts as a list",
    files: { "package.json": manifest({ scripts: ["test"] }) },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "placeholders instead of checks",
    files: {
      "package.json": manifest({
        scripts: { test: "exit 0", lint: "echo ok", build: "true", typecheck: "  " },
      }),
    },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
  },
  {
    name: "a byte order mark and Windows line ends",
    files: {
      "package.json": '\uFEFF{\r\n  "scripts": {\r\n    "test": "mocha"\r\n  }\r\n}\r\n',
      "yarn.lock": "# yarn lockfile v1\r\n",
    },
    profile: {
      stack: "node-javascript",
      packageManager: "yarn",
      monorepo: false,
      commands: { test: "yarn test" },
    },
  },
  {
    name: "package.json in the middle of a merge",
    files: {
      "package.json": '{\n<<<<<<< HEAD\n  "name": "a"\n=======\n  "name": "b"\n>>>>>>> other\n}\n',
      "pnpm-lock.yaml": "",
    },
    profile: { stack: "node-javascript", packageManager: "pnpm", monorepo: false, commands: {} },
    problems: ["package.json"],
  },
  {
    name: "package.json with a comment and a trailing comma",
    files: { "package.json": '{ // mine\n  "scripts": { "test": "x", },\n}\n', "tsconfig.json": "" },
    profile: { stack: "node-typescript", packageManager: "npm", monorepo: false, commands: {} },
    problems: ["package.json"],
  },
  {
    name: "an empty package.json",
    files: { "package.json": "" },
    profile: { stack: "node-javascript", packageManager: "npm", monorepo: false, commands: {} },
    problems: ["package.json"],
  },
  {
    name: "yarn berry by its field, with npm's lock file left over",
    files: {
      "package.json": manifest({ packageManager: "yarn@4.5.0", scripts: { "type-check": "tsc" } }),
      "package-lock.json": "{}",
      "tsconfig.json": "{}",
    },
    profile: {
      stack: "node-typescript",
      packageManager: "yarn",
      monorepo: false,
      commands: { typecheck: "yarn type-check" },
    },
  },
  {
    name: "two lock files and no field",
    files: {
      "package.json": manifest({ scripts: { test: "node --test" } }),
      "package-lock.json": "{}",
      "pnpm-lock.yaml": "",
    },
    profile: {
      stack: "node-javascript",
      packageManager: "pnpm",
      monorepo: false,
      commands: { test: "pnpm test" },
    },
  },
  {
    name: "bun with its text lock file",
    files: {
      "package.json": manifest({
        scripts: { test: "bun test", build: "bun build src/index.ts --outdir dist" },
      }),
      "bun.lock": "{}",
      "tsconfig.json": "{}",
    },
    profile: {
      stack: "node-typescript",
      packageManager: "bun",
      monorepo: false,
      commands: { test: "bun run test", build: "bun run build" },
    },
  },
  {
    name: "pnpm workspace with turbo",
    files: {
      "package.json": manifest({
        private: true,
        scripts: { build: "turbo run build", test: "turbo run test", lint: "turbo run lint" },
      }),
      "pnpm-workspace.yaml": "packages:\n  - apps/*\n",
      "pnpm-lock.yaml": "",
      "turbo.json": "{}",
      "apps/web/package.json": manifest({ scripts: { typecheck: "tsc" } }),
    },
    profile: {
      stack: "node-javascript",
      packageManager: "pnpm",
      monorepo: true,
      commands: { test: "pnpm test", lint: "pnpm lint", build: "pnpm build" },
    },
  },
  {
    name: "npm workspaces",
    files: {
      "package.json": manifest({ workspaces: ["packages/*"], scripts: { test: "npm test --workspaces" } }),
      "package-lock.json": "{}",
      "packages/a/package.json": manifest({ name: "a", scripts: { test: "node --test" } }),
    },
    profile: {
      stack: "node-javascript",
      packageManager: "npm",
      monorepo: true,
      commands: { test: "npm test" },
    },
  },
  {
    name: "lerna",
    files: {
      "package.json": manifest({ scripts: { test: "lerna run test" } }),
      "lerna.json": "{}",
      "yarn.lock": "",
    },
    profile: {
      stack: "node-javascript",
      packageManager: "yarn",
      monorepo: true,
      commands: { test: "yarn test" },
    },
  },
  {
    name: "a Django project with a package.json for its assets",
    files: {
      "package.json": manifest({ scripts: { build: "webpack" } }),
      "requirements.txt": "django\npytest\n",
      "manage.py": "",
    },
    profile: {
      stack: "node-javascript",
      packageManager: "npm",
      monorepo: false,
      commands: { build: "npm run build" },
    },
  },
];

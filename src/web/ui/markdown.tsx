import { lazy, Suspense } from "react";
import { Late, Bone } from "#web/ui/skeleton";

const Body = lazy(async () => ({ default: (await import("#web/ui/markdown-body")).MarkdownBody }));

/** Markdown of agents and users: no raw HTML, no scripts, no pictures from elsewhere. Loaded when it is first needed. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense
      fallback={
        <Late>
          <Bone width="60%" />
        </Late>
      }
    >
      <Body text={text} />
    </Suspense>
  );
}

import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

/** Links open elsewhere and tell nobody where they were; a picture is shown as its text, since it would be a request. */
export function MarkdownBody({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

const PARTS: Components = { a: SafeLink, img: NoPicture };

function SafeLink({ href, children }: { readonly href?: string | undefined; readonly children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="u">
      {children}
    </a>
  );
}

function NoPicture({ alt = "picture" }: { readonly alt?: string | undefined }) {
  return <span className="faint">[{alt}]</span>;
}

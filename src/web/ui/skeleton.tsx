import { useEffect, useState, type ReactNode } from "react";

const QUIET_MS = 150;

/** Nothing for 150 ms, then the shape of what comes: no flash on a quick answer. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return late ? <div aria-hidden>{children}</div> : null;
}

/** One grey bar; width in px or percent. */
export function Bone({
  width,
  round = false,
}: {
  readonly width: number | string;
  readonly round?: boolean;
}) {
  return <span className="skel" style={round ? { width, height: width, borderRadius: "50%" } : { width }} />;
}

const WIDTHS = ["48%", "34%", "62%", "41%", "55%", "38%", "50%", "44%"];

/** A list of rows before it is there. */
export function SkeletonRows({ rows = 8 }: { readonly rows?: number }) {
  return (
    <Late>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="row">
          <Bone width={16} round />
          <Bone width={24} />
          <Bone width={WIDTHS[at % WIDTHS.length] ?? "50%"} />
        </div>
      ))}
    </Late>
  );
}

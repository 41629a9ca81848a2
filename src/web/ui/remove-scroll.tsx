import { Fragment, type ElementType, type ReactNode } from "react";

interface RemoveScrollProps {
  readonly as?: ElementType;
  readonly children: ReactNode;
}

/** Stands in for react-remove-scroll below Radix: the body of this page never scrolls, and no style element is wanted. */
export function RemoveScroll({ as: As = Fragment, children }: RemoveScrollProps): ReactNode {
  return <As>{children}</As>;
}

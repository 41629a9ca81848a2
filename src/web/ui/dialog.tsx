import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/button";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Beside the title, as a close button or a search field. */
  readonly head?: ReactNode;
  /** Right-aligned, the deed last. */
  readonly foot?: ReactNode;
  readonly children: ReactNode;
  /** 480, 600 (start) or 880 (keys) px. */
  readonly width?: 480 | 600 | 640 | 880;
  readonly className?: string;
  /** The title is read out, not shown. */
  readonly bare?: boolean;
}

/** Traps the focus and gives it back; Esc closes. Mark the safest useful control with `autoFocus`. */
export function Dialog({
  open,
  onClose,
  title,
  head,
  foot,
  children,
  width = 480,
  className,
  bare = false,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content className={clsx("dialog", className)} style={{ width }} aria-describedby={undefined}>
            {bare ? (
              <Radix.Title className="sr">{title}</Radix.Title>
            ) : (
              head !== undefined && (
                <div className="dialog-h">
                  <Radix.Title>{title}</Radix.Title>
                  <span className="grow" />
                  {head}
                  <IconButton icon={X} label="Close" hint="Esc" onClick={onClose} />
                </div>
              )
            )}
            {bare || head !== undefined ? (
              children
            ) : (
              <div className="dialog-b">
                <Radix.Title>{title}</Radix.Title>
                {children}
              </div>
            )}
            {foot !== undefined && <div className="dialog-f">{foot}</div>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

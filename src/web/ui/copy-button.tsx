import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/ui/button";
import { announce } from "#web/ui/live";

const SHOWN_MS = 1_500;

/** Copies a text, and says so. */
function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    announce("Copied");
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return <IconButton size="sm" icon={copied ? Check : Copy} label={label} onClick={() => void copy()} />;
}

/** A command to type, with its copy button. */
export function Command({ text }: { readonly text: string }) {
  return (
    <div className="term">
      <span className="faint">$</span>
      <span className="grow cut">{text}</span>
      <CopyButton text={text} label="Copy the command" />
    </div>
  );
}

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button";
import { announce } from "#web/ui/live";

const SHOWN_MS = 1_500;

/** A button that copies a command, and shows which. */
export function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    announce("Copied");
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button size="sm" kind="ghost" icon={copied ? Check : Copy} data-tip={text} onClick={() => void copy()}>
      {copied ? "Copied" : label}
    </Button>
  );
}

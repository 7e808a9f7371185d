import type { ReactNode } from "react";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { KeyValue } from "#app/ui/key-value-list.tsx";

/** Returns who gets the coins of an order, each to be copied. */
export function recipientRows({
  tiktokUsername,
  tiktokUid,
}: {
  tiktokUsername: string;
  tiktokUid: string | null;
}): KeyValue[] {
  return [
    {
      label: "TikTok Username",
      value: (
        <Copyable text={tiktokUsername} name="username">
          @{tiktokUsername}
        </Copyable>
      ),
    },
    ...(tiktokUid
      ? [
          {
            label: "TikTok UID",
            value: (
              <Copyable text={tiktokUid} name="UID">
                {tiktokUid}
              </Copyable>
            ),
            mono: true,
          },
        ]
      : []),
  ];
}

/** A text that is copied to deliver the order. */
function Copyable({ text, name, children }: { text: string; name: string; children: ReactNode }) {
  return (
    <span className="panel__address">
      <span>{children}</span>
      <CopyButton
        text={text}
        toastMessage={`TikTok ${name} copied`}
        variant="ghost"
        size="sm"
        aria-label={`Copy ${name}`}
      />
    </span>
  );
}

import type { ReactNode } from "react";

/** Drawn on a 20px grid with a stroke of 1.6 and round joins. */
const shapes = {
  alert: (
    <>
      <path d="M10 3.3 2.6 15.9h14.8zM10 8.2v3.4" />
      <path d="M10 13.7v.1" />
    </>
  ),
  bank: (
    <path d="M3.2 8 10 3.8 16.8 8zM5 8.2v5.6M8.3 8.2v5.6M11.7 8.2v5.6M15 8.2v5.6M3.5 16.3h13" />
  ),
  bell: (
    <path d="M5.3 8.5a4.7 4.7 0 0 1 9.4 0c0 3.7 1.5 4.9 1.5 4.9H3.8s1.5-1.2 1.5-4.9ZM8.3 16.2c.9.800 2.5.8 3.4 0" />
  ),
  bolt: <path d="M11.2 2.8 4.6 11.2h4.8l-.6 6 6.6-8.4h-4.8z" />,
  calendar: (
    <>
      <rect x="3.5" y="4.8" width="13" height="11.7" rx="2" />
      <path d="M3.5 8.7h13M7 3.2v3M13 3.2v3" />
    </>
  ),
  card: (
    <>
      <rect x="2.8" y="4.8" width="14.4" height="10.4" rx="2" />
      <path d="M2.8 8.5h14.4M5.8 12.2h3" />
    </>
  ),
  chart: <path d="M3.5 16.5h13M5.5 13.6V9.5M10 13.6V4M14.5 13.6V7" />,
  check: <path d="m4.5 10.5 3.7 3.7 7.3-8" />,
  chevron: <path d="m8 5 5 5-5 5" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4.2l2.7 1.6" />
    </>
  ),
  coins: (
    <>
      <ellipse cx="10" cy="5.8" rx="5.8" ry="2.4" />
      <path d="M4.2 5.8v4.3c0 1.3 2.6 2.4 5.8 2.4s5.8-1.1 5.8-2.4V5.8M4.2 10v4.2c0 1.3 2.6 2.4 5.8 2.4s5.8-1.1 5.8-2.4V10" />
    </>
  ),
  copy: (
    <>
      <rect x="7.2" y="7.2" width="9.3" height="9.3" rx="2" />
      <path d="M4.9 12.8h-.2a1.7 1.7 0 0 1-1.2-1.7V5.2a1.7 1.7 0 0 1 1.7-1.7h5.9c.8 0 1.5.5 1.7 1.2v.2" />
    </>
  ),
  download: <path d="M10 3.5v8.7M6.3 8.8 10 12.4l3.7-3.6M3.8 16.2h12.4" />,
  edit: <path d="m12.4 4.6 3 3L7.5 15.5l-3.8.8.8-3.8zM10.7 6.3l3 3" />,
  external: (
    <path d="M11.5 3.8h4.7v4.7M16 4l-6.5 6.5M8 5H5.5A1.7 1.7 0 0 0 3.8 6.7v7.8c0 .9.8 1.7 1.7 1.7h7.8c.9 0 1.7-.8 1.7-1.7V12" />
  ),
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3.2 10h13.6M10 3c2.2 2 3.2 4.4 3.2 7s-1 5-3.2 7c-2.2-2-3.2-4.6-3.2-7S7.8 5 10 3Z" />
    </>
  ),
  eye: (
    <>
      <path d="M2.5 10S5.2 4.8 10 4.8 17.5 10 17.5 10 14.8 15.2 10 15.2 2.5 10 2.5 10Z" />
      <circle cx="10" cy="10" r="2.4" />
    </>
  ),
  filter: <path d="M3.5 5.5h13M6 10h8M8.5 14.5h3" />,
  gear: (
    <>
      <circle cx="10" cy="10" r="2.5" />
      <path d="M10 2.8v2M10 15.2v2M3.8 6.4l1.7 1M14.5 12.6l1.7 1M3.8 13.6l1.7-1M14.5 7.4l1.7-1" />
      <circle cx="10" cy="10" r="5.3" />
    </>
  ),
  home: (
    <>
      <rect x="3.5" y="3.5" width="5.6" height="7" rx="1.4" />
      <rect x="3.5" y="13.1" width="5.6" height="3.4" rx="1.2" />
      <rect x="11.7" y="9.5" width="4.8" height="7" rx="1.4" />
      <rect x="11.7" y="3.5" width="4.8" height="3.4" rx="1.2" />
    </>
  ),
  gift: (
    <>
      <rect x="3.5" y="7" width="13" height="3.3" rx="1" />
      <path d="M4.8 10.5v6h10.4v-6M10 7v9.5M10 6.8C8.5 3.3 5.3 3.4 5.8 5.4c.2.9 1.8 1.5 4.2 1.4 2.4.1 4-.5 4.2-1.4.5-2-2.7-2.1-4.2 1.4Z" />
    </>
  ),
  hourglass: (
    <path d="M5.5 3.5h9M5.5 16.5h9M6.5 3.5c0 4 3.5 4.5 3.5 6.5s-3.5 2.5-3.5 6.5M13.5 3.5c0 4-3.5 4.5-3.5 6.5s3.5 2.5 3.5 6.5" />
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.3v4M10 6.7v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="7" cy="12.6" r="3.3" />
      <path d="m9.4 10.3 6.3-6.3M12.9 6.8l2.3 2.3" />
    </>
  ),
  "key-off": (
    <>
      <circle cx="7" cy="12.6" r="3.3" />
      <path d="m9.4 10.3 6.3-6.3M12.9 6.8l2.3 2.3M3 3l14 14" />
    </>
  ),
  left: <path d="M16 10H4M8.5 5.5 4 10l4.5 4.5" />,
  lock: (
    <>
      <rect x="4.3" y="8.8" width="11.4" height="7.7" rx="2" />
      <path d="M7 8.6V6.5a3 3 0 0 1 6 0v2.1M10 12v1.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3" y="4.5" width="14" height="11" rx="2" />
      <path d="m3.6 6 6.4 4.7L16.4 6" />
    </>
  ),
  megaphone: <path d="M3.5 8v4h3l6.5 3.2V4.8L6.5 8zM6.6 12.2l1 4M15.6 8.1a2.7 2.7 0 0 1 0 3.8" />,
  menu: <path d="M3.5 7h13M3.5 13h13" />,
  moon: <path d="M16.5 11.6A6.8 6.8 0 0 1 8.4 3.5a6.8 6.8 0 1 0 8.1 8.1Z" />,
  more: <path d="M4.5 10h.1M10 10h.1M15.5 10h.1" />,
  out: (
    <path d="M8.5 16.5H5.3a1.8 1.8 0 0 1-1.8-1.8V5.3c0-1 .8-1.8 1.8-1.8h3.2M8 10h8.5M13.3 6.7l3.2 3.3-3.2 3.3" />
  ),
  pin: (
    <>
      <path d="M4.5 16.5c1.5 0 2-1 2-2.3 0-2.9 7-1.5 7-4.6" />
      <circle cx="13.5" cy="6.5" r="3" />
      <circle cx="4.5" cy="16.5" r=".6" />
    </>
  ),
  plus: <path d="M10 4v12M4 10h12" />,
  receipt: (
    <path d="M4.8 3.5h10.4v13l-2.1-1.4-2 1.4-2.2-1.4-2 1.4-2.1-1.4zM7.8 7.3h4.4M7.8 10.5h4.4" />
  ),
  refresh: (
    <path d="M16.2 8.3A6.5 6.5 0 0 0 4.6 6.5L3.5 8M3.5 4.5V8H7M3.8 11.7a6.5 6.5 0 0 0 11.6 1.8l1.1-1.5M16.5 15.5V12H13" />
  ),
  right: <path d="M4 10h12M11.5 5.5 16 10l-4.5 4.5" />,
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 3.3 3.3" />
    </>
  ),
  send: <path d="M17 3 9.2 10.8M17 3l-5 14-2.8-6.2L3 8z" />,
  shield: (
    <>
      <path d="M10 2.9 4.2 5v4.6c0 3.6 2.3 6.2 5.8 7.5 3.5-1.3 5.8-3.9 5.8-7.5V5z" />
      <path d="m7.4 9.8 1.9 1.9 3.3-3.6" />
    </>
  ),
  star: <path d="m10 3.2 2.1 4.3 4.7.7-3.4 3.3.8 4.7-4.2-2.2-4.2 2.2.8-4.7-3.4-3.3 4.7-.7z" />,
  sun: (
    <>
      <circle cx="10" cy="10" r="3.4" />
      <path d="M10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1" />
    </>
  ),
  trash: (
    <path d="M3.8 5.8h12.4M8 5.6V4.2c0-.4.3-.7.7-.7h2.6c.4 0 .7.3.7.7v1.4M5.4 6l.6 9.2c0 .7.6 1.3 1.3 1.3h5.4c.7 0 1.3-.6 1.3-1.3l.6-9.2M8.5 9v4.3M11.5 9v4.3" />
  ),
  user: (
    <>
      <circle cx="10" cy="7" r="3.3" />
      <path d="M3.8 16.5c.8-2.7 3.2-4.3 6.2-4.3s5.4 1.6 6.2 4.3" />
    </>
  ),
  users: (
    <>
      <circle cx="8" cy="7.2" r="2.9" />
      <path d="M2.8 15.9c.6-2.3 2.6-3.7 5.2-3.7s4.6 1.4 5.2 3.7M13 4.6a2.8 2.8 0 0 1 0 5.2M14.7 12.7c1.3.6 2.2 1.7 2.5 3.2" />
    </>
  ),
  wallet: (
    <>
      <path d="M15.5 6.5V5a1.5 1.5 0 0 0-1.5-1.5H5A1.8 1.8 0 0 0 3.2 5.3v9.2c0 1.1.9 2 2 2h9.6c1.1 0 2-.9 2-2v-6c0-1.1-.9-2-2-2H5a1.7 1.7 0 0 1-1.7-1.3" />
      <path d="M13.5 11.5h.1" />
    </>
  ),
  x: <path d="m5.5 5.5 9 9M14.5 5.5l-9 9" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Mirrored in a language from right to left. */
const pointing: ReadonlySet<IconName> = new Set([
  "chevron",
  "external",
  "left",
  "out",
  "right",
  "send",
]);

export interface IconProps {
  name: IconName;
  size?: "sm" | "md";
  className?: string;
}

/** A decorative icon. Hidden from screen readers, so it always needs text beside it. */
export function Icon({ name, size = "md", className }: IconProps) {
  const classes = ["i", size === "sm" && "i--sm", pointing.has(name) && "i--points", className];
  return (
    <svg className={classes.filter(Boolean).join(" ")} viewBox="0 0 20 20" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}

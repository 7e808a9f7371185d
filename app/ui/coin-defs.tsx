import { DistantStack } from "./coin-stack.tsx";
import { DISCS_PER_STACK } from "./coins-geometry.ts";

/** The highlight colours of the two edge gradients, which alternate so that discs in a stack are distinct. */
const edges = { a: "var(--coin-hi)", b: "var(--coin-face)" } as const;

const milling =
  "M-39.8 2.9v6M-38.6 4.6v6M-36.5 6.3v6M-33.5 7.8v6M-29.7 9.2v6M-25.2 10.3v6M-20 11.3v6" +
  "M-14.3 12.1v6M-8.3 12.6v6M-2.1 12.8v6M4.2 12.7v6M10.4 12.4v6M16.3 11.8v6M21.8 11v6" +
  "M26.8 10v6M31.1 8.7v6M34.6 7.3v6M37.3 5.7v6M39.1 4.1v6";

function Edge({ kind }: { kind: keyof typeof edges }) {
  return (
    <symbol id={`coin-${kind}`} overflow="visible">
      <path d="M-40 0A40 11 0 0 0 40 0V9A40 11 0 0 1 -40 9Z" fill={`url(#coin-edge-${kind})`} />
      <path d={milling} fill="none" stroke="var(--coin-cut)" strokeOpacity=".34" />
      <path
        d="M-39 1.2A39 11 0 0 0 39 1.2"
        fill="none"
        stroke="var(--coin-hi)"
        strokeOpacity=".7"
        strokeWidth=".9"
      />
      <path d="M-40 9A40 11 0 0 0 40 9" fill="none" stroke="var(--coin-cut)" strokeOpacity=".75" />
    </symbol>
  );
}

function Face() {
  return (
    <symbol id="coin-face" overflow="visible">
      <ellipse rx="40" ry="11" fill="url(#coin-shine)" />
      <ellipse
        rx="39.4"
        ry="10.4"
        fill="none"
        stroke="var(--coin-hi)"
        strokeOpacity=".9"
        strokeWidth=".9"
      />
      <ellipse
        rx="34"
        ry="9"
        fill="none"
        stroke="var(--coin-lo)"
        strokeOpacity=".75"
        strokeWidth=".9"
      />
      <path
        d="M-17 -11a5 5 0 0 1 5-5h24a5 5 0 0 1 5 5v20a9 9 0 0 1-9 9h-16a9 9 0 0 1-9-9zM-17 -8c3 10 10 14 17 14s14-4 17-14"
        transform="scale(1 .275)"
        fill="none"
        stroke="var(--coin-lo)"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeOpacity=".85"
        strokeWidth="3"
      />
    </symbol>
  );
}

/** The gradients and symbols that all coin pictures reference. Render it once per page. */
export function CoinDefs() {
  return (
    <svg className="coin-defs" aria-hidden="true">
      <defs>
        {(["a", "b"] as const).map((kind) => (
          <linearGradient key={kind} id={`coin-edge-${kind}`}>
            <stop offset="0" stopColor="var(--coin-lo)" />
            <stop offset=".14" stopColor="var(--coin-mid)" />
            <stop offset=".34" stopColor={edges[kind]} />
            <stop offset=".62" stopColor="var(--coin-mid)" />
            <stop offset="1" stopColor="var(--coin-lo)" />
          </linearGradient>
        ))}
        <linearGradient id="coin-shine" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--coin-hi)" />
          <stop offset=".55" stopColor="var(--coin-face)" />
          <stop offset="1" stopColor="var(--coin-mid)" />
        </linearGradient>
      </defs>
      <Edge kind="a" />
      <Edge kind="b" />
      <Face />
      <symbol id="coin-stack" overflow="visible">
        <DistantStack discs={DISCS_PER_STACK} />
      </symbol>
    </svg>
  );
}

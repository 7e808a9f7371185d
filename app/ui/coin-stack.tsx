import { FIELD_DISC, jitter } from "./coins-geometry.ts";

export const DISC_HEIGHT = 9;

export interface StackProps {
  x: number;
  y?: number;
  discs: number;
  /** Seeds the jitter, so that no two stacks look alike. */
  seed: number;
  spread: number;
}

/** A stack of discs with its base at x, y. */
export function Stack({ x, y = 0, discs, seed, spread }: StackProps) {
  const at = (disc: number) => (x + jitter(seed, disc, spread)).toFixed(1);
  const top = discs - 1;
  return (
    <>
      {Array.from({ length: discs }, (_, disc) => (
        <use
          key={disc}
          href={disc % 2 === 0 ? "#coin-a" : "#coin-b"}
          x={at(disc)}
          y={y - (disc + 1) * DISC_HEIGHT}
        />
      ))}
      <use href="#coin-face" x={at(top)} y={y - discs * DISC_HEIGHT} />
    </>
  );
}

export function Shadow({ x, y = 0 }: { x: number; y?: number }) {
  return <ellipse cx={x + 5} cy={y} rx="47" ry="12.5" fill="var(--coin-shadow)" />;
}

/** A simplified small stack with its top at 0, 0, for fields. */
export function DistantStack({ discs }: { discs: number }) {
  const height = discs * FIELD_DISC;
  const seams = Array.from({ length: discs }, (_, disc) => {
    const y = Math.round((height - disc * FIELD_DISC) * 10) / 10;
    return `M-22 ${y}A22 7 0 0 0 22 ${y}`;
  });
  return (
    <>
      <path d={`M-22 0V${height}A22 7 0 0 0 22 ${height}V0Z`} fill="url(#coin-edge-a)" />
      <path
        d={seams.join("")}
        fill="none"
        stroke="var(--coin-cut)"
        strokeOpacity=".62"
        strokeWidth=".9"
      />
      <ellipse rx="22" ry="7" fill="url(#coin-shine)" stroke="var(--coin-hi)" strokeWidth=".6" />
      <ellipse
        rx="18"
        ry="5.5"
        fill="none"
        stroke="var(--coin-lo)"
        strokeOpacity=".6"
        strokeWidth=".7"
      />
    </>
  );
}

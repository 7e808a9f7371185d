import { Shadow, Stack } from "./coin-stack.tsx";

/** Illustration of the 404 page: the outline of a missing stack between two others. */
export function MissingStack() {
  return (
    <svg className="coins shelf" viewBox="-250 -150 500 164" aria-hidden="true">
      <Shadow x={-165} />
      <Stack x={-165} discs={7} seed={1} spread={1.6} />
      <path
        d="M-40 -90a40 11 0 0 1 80 0v90a40 11 0 0 1-80 0zM-40 -90a40 11 0 0 0 80 0"
        fill="none"
        stroke="var(--stitch)"
        strokeDasharray="7 6"
        strokeWidth="2.2"
      />
      <Shadow x={165} />
      <Stack x={165} discs={12} seed={4} spread={1.6} />
    </svg>
  );
}

/** Illustration of the error pages: a crooked stack between two straight ones. */
export function CrookedStack() {
  return (
    <svg className="coins shelf" viewBox="-250 -150 500 164" aria-hidden="true">
      <Shadow x={-165} />
      <Stack x={-165} discs={7} seed={1} spread={1.6} />
      <Shadow x={0} />
      <Stack x={0} discs={11} seed={2} spread={9} />
      <Shadow x={165} />
      <Stack x={165} discs={9} seed={4} spread={1.6} />
    </svg>
  );
}

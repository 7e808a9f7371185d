import { type KeyboardEvent, useId } from "react";

export interface ChartPoint {
  /** Unique; shown below the bar and in the table. */
  label: string;
  /** A shorter label for narrow screens: "Thu" for "Thu 19". */
  short?: string;
  /** A non-negative integer. */
  value: number;
  /** The formatted value. */
  text: string;
  /** A second line of the tooltip: "21 orders". */
  note?: string;
  /** A second line below the label: "24–30 Oct". */
  under?: string;
  /** The value that it is compared with, drawn as an outlined bar beside it: "12 Oct". */
  before?: { label: string; value: number; text: string } | null;
  /** The period is not over: today, this month. */
  unfinished?: boolean;
}

export interface BarPlotProps {
  points: readonly ChartPoint[];
  scale: number;
  axis: (value: number) => string;
  label: string;
  /** The size in the SVG's units; the plot scales with its container. */
  width: number;
  height: number;
  /** The width of a label below a bar. */
  labelRoom: number;
  short?: boolean;
  /** The index of the bar with the tooltip. */
  shown: number | null;
  onShow: (index: number | null) => void;
}

const LEFT = 52;
const RIGHT = 8;
const TOP = 20;
const BOTTOM = 30;
const LINE = 16;
const TIP = { width: 132, wide: 168, height: 30 };

/** The plot of a bar chart. One bar is in the tab order; arrow keys move between bars (roving tabindex). */
export function BarPlot(props: BarPlotProps) {
  const { points, scale, axis, label, width, height, labelRoom, short, shown, onShow } = props;
  const hatch = useId();
  const marks = axisMarks(scale);
  const floor = height - BOTTOM - (points.some(({ under }) => under) ? LINE : 0);
  const y = (value: number) => floor - (value / scale) * (floor - TOP);
  const slot = (width - LEFT - RIGHT) / Math.max(1, points.length);
  const bar = Math.min(56, slot * 0.66);
  const isCompared = points.some(({ before }) => before !== undefined);
  const own = isCompared ? bar / 2 : bar;
  const middle = (index: number) => LEFT + slot * (index + 0.5);
  const every = labelEvery(points.length, width - LEFT - RIGHT, labelRoom);
  const at = shown === null ? undefined : points[shown];

  return (
    <svg
      className="plot"
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={label}
      onPointerLeave={() => onShow(null)}
    >
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect className="plot__hatch-ground" width="6" height="6" />
          <rect className="plot__hatch-line" width="2.5" height="6" />
        </pattern>
      </defs>
      <g aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark} className={mark === 0 ? "plot__mark plot__mark--floor" : "plot__mark"}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(mark)} y2={y(mark)} />
            <text x={LEFT - 12} y={y(mark) + 4} textAnchor="end">
              {axis(mark)}
            </text>
          </g>
        ))}
      </g>
      {points.map((point, index) => (
        <g
          key={point.label}
          className="plot__bar"
          role="img"
          aria-label={spoken(point)}
          tabIndex={index === (shown ?? 0) ? 0 : -1}
          onPointerEnter={() => onShow(index)}
          onFocus={() => onShow(index)}
          onBlur={() => onShow(null)}
          onKeyDown={moveFocus}
        >
          <rect
            className="plot__reach"
            x={middle(index) - slot / 2}
            y={TOP}
            width={slot}
            height={floor - TOP}
          />
          {point.before && point.before.value > 0 && (
            <path
              className="plot__before"
              d={roundedTop(middle(index) - bar / 2, y(point.before.value), own, floor)}
            />
          )}
          <path
            d={roundedTop(middle(index) + bar / 2 - own, y(point.value), own, floor)}
            {...(point.unfinished
              ? { fill: `url(#${hatch})`, className: "plot__unfinished" }
              : { className: "plot__full" })}
          />
          {index % every === 0 && (
            <text x={middle(index)} y={floor + 20} textAnchor="middle" aria-hidden="true">
              {(short && point.short) || point.label}
              {point.under && (
                <tspan x={middle(index)} dy={LINE}>
                  {point.under}
                </tspan>
              )}
            </text>
          )}
        </g>
      ))}
      {at && shown !== null && (
        <Tip
          point={at}
          middle={middle(shown)}
          y={y(Math.max(at.value, at.before?.value ?? 0))}
          width={width}
        />
      )}
    </svg>
  );
}

interface TipProps {
  point: ChartPoint;
  /** The middle and the top of its bars. */
  middle: number;
  y: number;
  /** The width of the plot. */
  width: number;
}

/** The tooltip above a bar. */
function Tip({ point: { text, note, before }, middle, y, width }: TipProps) {
  const lines = [note, before && `${before.label}: ${before.text}`].filter(Boolean);
  const own = before ? TIP.wide : TIP.width;
  const height = TIP.height + lines.length * LINE;
  return (
    <g
      className="plot__tip"
      aria-hidden="true"
      transform={`translate(${clamp(middle - own / 2, width - own)} ${y - height - 8})`}
    >
      <rect width={own} height={height} rx="8" />
      <text x="12" y="19" className="plot__tip-value">
        {text}
      </text>
      {lines.map((line, index) => (
        <text key={line} x="12" y={35 + index * LINE}>
          {line}
        </text>
      ))}
    </g>
  );
}

/** What a screen reader says of a bar. */
function spoken({ label, under, text, note, before }: ChartPoint): string {
  const earlier = before && `before: ${before.label}, ${before.text}`;
  return [label, under, text, note, earlier].filter(Boolean).join(", ");
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}

/** Returns the path of a bar with rounded top corners, flatter on low bars. */
function roundedTop(x: number, y: number, width: number, floor: number): string {
  const r = Math.min(5, floor - y, width / 2);
  const inner = width - 2 * r;
  return `M${x} ${floor}V${y + r}q0 ${-r} ${r} ${-r}h${inner}q${r} 0 ${r} ${r}V${floor}z`;
}

function moveFocus(event: KeyboardEvent<SVGGElement>): void {
  const bar = event.currentTarget;
  const bars = [...(bar.parentElement?.querySelectorAll<SVGElement>(".plot__bar") ?? [])];
  const at = bars.indexOf(bar);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  bars[next]?.focus();
}

const MAX_STEPS = 6;

/** Returns the axis ticks from 0 up to `scale`, at round integer steps. */
export function axisMarks(scale: number): number[] {
  // The smallest of 1, 2, 5, 10, 20, 50, … that needs at most MAX_STEPS.
  let step = 1;
  for (let factor = 0; Math.floor(scale / step) > MAX_STEPS; factor += 1)
    step *= factor % 3 === 1 ? 2.5 : 2;
  return Array.from({ length: Math.floor(scale / step) + 1 }, (_, index) => index * step);
}

/** Returns n so that a label at every nth bar fits the width. */
export function labelEvery(bars: number, width: number, room: number): number {
  return Math.max(1, Math.ceil((bars * room) / width));
}

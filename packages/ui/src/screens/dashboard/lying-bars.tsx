import { DrawnLink } from './drawn-link.tsx';
import classes from './charts.module.css';
import type { Drawn } from './drawn.ts';

interface LyingBarsProps {
  groups: readonly Drawn[];
  /** The place of a value between the smallest and the largest, in per cent. */
  percent: (value: number) => number;
}

/** Bars below each other, each with its name and its value above it: names that have no room side by side are whole. */
export default function LyingBars({ groups, percent }: LyingBarsProps) {
  const zero = percent(0);
  return (
    <ul className={classes.lying}>
      {groups.map((group) => {
        const end = percent(group.size ?? 0);
        return (
          <li key={group.key}>
            <span>{group.label}</span>
            <span>{group.value}</span>
            {group.size !== null && (
              <DrawnLink
                drawn={group}
                className={classes.lyingBar}
                style={{ marginInlineStart: `${Math.min(zero, end)}%`, width: `${Math.abs(end - zero)}%` }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

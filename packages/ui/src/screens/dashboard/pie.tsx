import { arc, pie } from 'd3-shape';
import { useState } from 'react';
import classes from './charts.module.css';
import { DrawnLink } from './drawn-link.tsx';
import { type Drawn, OTHERS } from './drawn.ts';

const RADIUS = 90;
const COLORS = ['ink-8', 'ink-4', 'teal-7', 'yellow-6', 'grape-6', 'gray-6', 'orange-6', 'cyan-7'];

/** Parts of a whole, with their names, values and shares beside them. Only values above zero have a slice. */
export function Pie({ groups, share }: { groups: readonly Drawn[]; share: (part: number) => string }) {
  const sizes = groups.map((group) => Math.max(group.size ?? 0, 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const slices = pie<number>().sort(null)(sizes);
  const path = arc<(typeof slices)[number]>().innerRadius(0).outerRadius(RADIUS);
  const color = (place: number) =>
    groups[place]?.key === OTHERS
      ? 'var(--mantine-color-default-border)'
      : `var(--mantine-color-${COLORS[place % COLORS.length]})`;
  const [pointed, point] = useState<{ group: Drawn; at: [number, number] } | null>(null);
  return (
    <div className={classes.pie}>
      <div className={classes.disc}>
        <svg viewBox={`${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`} width={2 * RADIUS} height={2 * RADIUS}>
          {slices.map((slice, place) => {
            const group = groups[place];
            if (!group || slice.value === 0) return null;
            return (
              <DrawnLink
                key={group.key}
                drawn={group}
                svg
                onMouseEnter={() => point({ group, at: path.centroid(slice) })}
                onMouseLeave={() => point(null)}
              >
                <path d={path(slice) ?? ''} fill={color(place)} className={classes.slice} />
              </DrawnLink>
            );
          })}
        </svg>
        {pointed && (
          <span className={classes.tip} style={{ left: RADIUS + pointed.at[0], top: RADIUS + pointed.at[1] }}>
            {pointed.group.label}: {pointed.group.value}
          </span>
        )}
      </div>
      <ul className={classes.legend}>
        {groups.map((group, place) => (
          <li key={group.key}>
            <span>
              <span className={classes.swatch} style={{ background: color(place) }} />
              <DrawnLink drawn={group} className={classes.name}>
                {group.label}
              </DrawnLink>
            </span>
            <span>{group.value}</span>
            <span>{total > 0 ? share((sizes[place] ?? 0) / total) : ''}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

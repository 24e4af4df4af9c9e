import { Text } from '@mantine/core';
import type { TileView } from '@nonet/client';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../../format/format.ts';
import { todayIn } from '../../format/zone.ts';
import { useWords } from '../../words/words.ts';
import classes from './dashboard.module.css';
import { partReached } from './reached.ts';
import { useTileFormat } from './tile-format.ts';
import { TileLink } from './tile-link.tsx';
import { TileTable } from './tile-table.tsx';
import { trendOf } from './trend.ts';

/** A single number, with the part of its target that it reaches. */
export function NumberTile({ tile }: { tile: TileView }) {
  return (
    <>
      <Value tile={tile} value={tile.value} />
      <Target tile={tile} value={tile.value} />
    </>
  );
}

/** The value of the present month or day, and below it a small line of those before. */
export function TrendTile({ tile, change }: { tile: TileView; change: ReactNode }) {
  const format = useTileFormat(tile);
  const { timeZone } = useFormat();
  const [today] = useState(() => todayIn(timeZone));
  const { key, value, values } = trendOf(tile, today);
  return (
    <>
      <Value tile={tile} value={value} group={key} />
      <Text size="xs" c="dimmed">
        {format.period(key)}
      </Text>
      <Target tile={tile} value={value} />
      <Sparkline values={values} />
      <div className="visually-hidden">
        <TileTable tile={tile} plain />
      </div>
      {change}
    </>
  );
}

function Value({ tile, value, group }: { tile: TileView; value: TileView['value']; group?: string }) {
  const text = useTileFormat(tile).value(value);
  return (
    <Text className={classes.number} style={{ '--characters': text.length }}>
      <TileLink tile={tile} {...(group === undefined ? {} : { group })}>
        {text}
      </TileLink>
    </Text>
  );
}

function Target({ tile, value }: { tile: TileView; value: TileView['value'] }) {
  const words = useWords();
  const format = useTileFormat(tile);
  const part = partReached(tile.target, value);
  if (part === null) return null;
  return (
    <div className={classes.target}>
      <div className={classes.reached} aria-hidden data-whole={part >= 1 || undefined}>
        <div style={{ width: `${Math.min(Math.max(part, 0), 1) * 100}%` }} />
      </div>
      <Text size="xs" c="dimmed">
        {words.partOf(format.share(part), format.value(tile.target))}
      </Text>
    </div>
  );
}

const HEIGHT = 32;

/** The course of values without an axis, from the smallest to the largest; the last one has a dot. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  if (values.length < 2 || known.length < 2 || low === high) return null;
  const points = values.flatMap((value, place) =>
    value === null ? [] : [[(place / (values.length - 1)) * 100, ((high - value) / (high - low)) * 100] as const],
  );
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    <div className={classes.sparkline} style={{ height: HEIGHT }} aria-hidden>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none">
        <polyline points={points.map((point) => point.join(',')).join(' ')} />
      </svg>
      <span style={{ left: `${x}%`, top: `${y}%` }} />
    </div>
  );
}

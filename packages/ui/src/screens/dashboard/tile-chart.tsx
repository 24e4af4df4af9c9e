import '@mantine/charts/styles.css';
import { BarChart, LineChart, PieChart } from '@mantine/charts';
import type { TileView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import classes from './dashboard.module.css';
import { useTileFormat } from './tile-format.ts';

const HEIGHT = 220;
const PIE = 190;
const SLICES = ['ink.8', 'ink.4', 'teal.7', 'yellow.6', 'grape.6', 'gray.6', 'orange.6', 'cyan.7'];

/** The table beside the chart is what is read aloud and walked through. */
const MUTE = { accessibilityLayer: false };
/** Room for half the height of the topmost tick's words. */
const FRAMED = { ...MUTE, margin: { top: 10, right: 8, bottom: 0, left: 0 } };

/** Drawn with floating-point numbers, which is exact enough for pixels; the table beside it shows the exact values. */
export default function TileChart({ tile }: { tile: TileView }) {
  const words = useWords();
  const format = useTileFormat(tile);
  const groups = tile.groups ?? [];
  if (tile.as === 'pie') {
    const data = groups.map((group, index) => ({
      name: format.group(group),
      value: Number(group.value ?? 0),
      color: SLICES[index % SLICES.length] ?? 'gray.6',
    }));
    const total = data.reduce((sum, slice) => sum + slice.value, 0);
    return (
      <div className={classes.pie}>
        <PieChart
          data={data}
          h={PIE}
          w={PIE}
          size={PIE - 10}
          withTooltip
          pieChartProps={MUTE}
          pieProps={{ rootTabIndex: -1 }}
          strokeWidth={groups.length > 1 ? 1 : 0}
          tooltipDataSource="segment"
          valueFormatter={format.value}
        />
        <ul className={classes.legend}>
          {groups.map((group, place) => (
            <li key={data[place]?.name}>
              <span>
                <span
                  className={classes.swatch}
                  style={{ background: `var(--mantine-color-${data[place]?.color.replace('.', '-')})` }}
                />
                {data[place]?.name}
              </span>
              <span>{format.value(group.value)}</span>
              <span>{total > 0 ? format.share((data[place]?.value ?? 0) / total) : ''}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const data = groups.map((group) => ({ group: format.group(group), value: Number(group.value ?? 0) }));
  const shared = {
    data,
    h: HEIGHT,
    dataKey: 'group',
    series: [{ name: 'value', label: words.value, color: 'ink.6' }],
    valueFormatter: format.value,
    // A count has no halves.
    yAxisProps: { width: 64, tickFormatter: format.axis, allowDecimals: tile.valueKind !== 'integer' },
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
  };
  return tile.as === 'line' ? (
    <LineChart {...shared} curveType="linear" lineChartProps={FRAMED} />
  ) : (
    <BarChart {...shared} maxBarWidth={48} barChartProps={FRAMED} />
  );
}

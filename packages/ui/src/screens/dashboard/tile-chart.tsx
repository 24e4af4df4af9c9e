import '@mantine/charts/styles.css';
import { BarChart, LineChart, PieChart } from '@mantine/charts';
import type { TileView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import { useTileFormat } from './tile-format.ts';

const HEIGHT = 220;
const SLICES = ['ink.8', 'ink.4', 'teal.7', 'yellow.6', 'grape.6', 'gray.6', 'orange.6', 'cyan.7'];

/** The table beside the chart is what is read aloud and walked through. */
const MUTE = { accessibilityLayer: false };

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
    return (
      <>
        <PieChart
          data={data}
          h={HEIGHT - 40}
          w="100%"
          size={150}
          withTooltip
          pieChartProps={MUTE}
          pieProps={{ rootTabIndex: -1 }}
          strokeWidth={groups.length > 1 ? 1 : 0}
          tooltipDataSource="segment"
          valueFormatter={format.value}
        />
        <ul
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: '2px 12px',
            margin: 0,
            padding: 0,
            listStyle: 'none',
            fontSize: 12,
          }}
        >
          {data.map((slice) => (
            <li key={slice.name}>
              <span
                style={{
                  display: 'inline-block',
                  width: 10,
                  height: 10,
                  marginInlineEnd: 4,
                  borderRadius: 2,
                  background: `var(--mantine-color-${slice.color.replace('.', '-')})`,
                }}
              />
              {slice.name}
            </li>
          ))}
        </ul>
      </>
    );
  }
  const data = groups.map((group) => ({ group: format.group(group), value: Number(group.value ?? 0) }));
  const shared = {
    data,
    h: HEIGHT,
    dataKey: 'group',
    series: [{ name: 'value', label: words.value, color: 'ink.6' }],
    valueFormatter: format.value,
    yAxisProps: { width: 88 },
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
  };
  return tile.as === 'line' ? (
    <LineChart {...shared} curveType="linear" lineChartProps={MUTE} />
  ) : (
    <BarChart {...shared} maxBarWidth={48} barChartProps={MUTE} />
  );
}

import { asPerson } from './people.ts';

const ROWS_IN_A_FILE = 5_000;
const NAMES = ['Hex bolt', 'Torx screw', 'Washer', 'Spirit level', 'Hand drill', 'Calibration', 'Chisel', 'Anchor'];
const KINDS = ['screw', 'screw', 'screw', 'tool', 'tool', 'service', 'tool', 'screw'];
const MAKERS = ['Acme', 'Borealis', 'Cobalt'];
const TIMES = ['P3D', 'PT1H30M', 'P2M', 'P1DT4H', ''];

/** Fills the store of `parts.md` with so many parts, through their import; every seventh is retired. */
export async function fillParts(url: string, count: number): Promise<void> {
  const kim = await asPerson(url, 'kim@example.com');
  for (let first = 0; first < count; first += ROWS_IN_A_FILE) {
    const rows = Array.from({ length: Math.min(ROWS_IN_A_FILE, count - first) }, (_, place) => row(first + place));
    const file = ['sku,name,kind,maker,stock,price,cost,added,lead_time,checked_at,retired', ...rows].join('\n');
    await kim.importCsv('parts', new Blob([file]));
  }
}

function row(place: number): string {
  const day = `2026-${two(1 + (place % 10))}-${two(1 + (place % 28))}`;
  const of = (list: readonly string[]) => list[place % list.length];
  return [
    `P-${String(place).padStart(5, '0')}`,
    `${of(NAMES)} ${place}`,
    of(KINDS),
    of(MAKERS),
    place % 40,
    `${(place * 7) % 5000}.95`,
    place % 3 === 0 ? '' : `${place % 900}.10`,
    day,
    of(TIMES),
    `${day}T08:${two(place % 60)}:00Z`,
    place % 7 === 6,
  ].join(',');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

import { graphlib, layout } from '@dagrejs/dagre';

export interface DiagramNode {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface DiagramEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The lines of its label. */
  readonly labels: readonly string[];
}

export interface Laid {
  readonly width: number;
  readonly height: number;
  /** The middle of each node. */
  readonly nodes: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly edges: ReadonlyMap<string, { readonly path: string; readonly x: number; readonly y: number }>;
}

const CHARACTER = 6.6;
export const LINE_HEIGHT = 16;
const MARGIN = 12;
const LOOP = 30;

/** The approximate width of a text of 12 pixels, to make room for it. */
export function widthOf(text: string): number {
  return [...text].length * CHARACTER;
}

/** Places nodes in ranks, from top to bottom or from left to right, and edges between them with room for their labels. */
export function layOut(nodes: readonly DiagramNode[], edges: readonly DiagramEdge[], direction: 'TB' | 'LR'): Laid {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 28, ranksep: 44, edgesep: 16, marginx: MARGIN, marginy: MARGIN });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  const loops = edges.filter(({ from, to }) => from === to);
  for (const { id, from, to, labels } of edges) {
    if (from === to) continue;
    const width = Math.max(0, ...labels.map(widthOf)) + (labels.length > 0 ? 12 : 0);
    graph.setEdge(from, to, { width, height: labels.length * LINE_HEIGHT, labelpos: 'c' }, id);
  }
  layout(graph);
  const size = graph.graph();
  const loopRoom = Math.max(0, ...loops.map(({ labels }) => LOOP + Math.max(0, ...labels.map(widthOf))));
  return {
    width: Math.ceil(size.width ?? 0) + loopRoom,
    height: Math.ceil(size.height ?? 0),
    nodes: new Map(nodes.map(({ id }) => [id, pointOf(graph.node(id))])),
    edges: new Map(
      edges.map(({ id, from, to, labels }) => {
        if (from === to) return [id, loopAt(graph.node(from), labels)];
        const edge = graph.edge(from, to, id);
        return [id, { path: curve((edge.points ?? []).map(pointOf)), ...pointOf(edge) }];
      }),
    ),
  };
}

/** A loop from a node to itself, on its right. */
function loopAt({ x = 0, y = 0, width = 0 }: { x?: number; y?: number; width?: number }, labels: readonly string[]) {
  const edge = x + width / 2;
  const out = edge + LOOP;
  const path = `M ${edge} ${y - 8} C ${out} ${y - 22} ${out} ${y + 22} ${edge} ${y + 8}`;
  return { path, x: out + Math.max(0, ...labels.map(widthOf)) / 2, y };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function pointOf({ x, y }: { x?: number; y?: number }): Point {
  return { x: x ?? 0, y: y ?? 0 };
}

/** Through the middles between the points, rounded at them. */
function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map((point, place) => {
    const next = rest[place + 1] ?? last;
    return `Q ${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`;
  });
  return [`M ${first.x} ${first.y}`, ...bends, `L ${last.x} ${last.y}`].join(' ');
}

import { type ReactNode, useId } from 'react';
import classes from './diagram.module.css';
import { type DiagramEdge, type DiagramNode, type Laid, LINE_HEIGHT, widthOf } from './layout.ts';

interface DiagramProps<Node extends DiagramNode, Edge extends DiagramEdge> {
  label: string;
  laid: Laid;
  nodes: readonly Node[];
  edges: readonly Edge[];
  /** Draws a node around its middle. */
  drawNode: (node: Node) => ReactNode;
  /** One line of an edge's label. */
  drawLabel?: (edge: Edge, line: string, place: number) => ReactNode;
  edgeClass?: (edge: Edge) => string | undefined;
}

/** Nodes and arrows at their places. It scrolls if it is wider than its container. */
export function Diagram<Node extends DiagramNode, Edge extends DiagramEdge>({
  label,
  laid,
  nodes,
  edges,
  drawNode,
  drawLabel,
  edgeClass,
}: DiagramProps<Node, Edge>) {
  const head = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached from the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <svg
        width={laid.width}
        height={laid.height}
        viewBox={`0 0 ${laid.width} ${laid.height}`}
        className={classes.diagram}
      >
        <defs>
          <marker
            id={head}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M 0 0.5 L 8 4 L 0 7.5 z" className={classes.head} />
          </marker>
        </defs>
        {edges.map((edge) => (
          <path
            key={edge.id}
            d={laid.edges.get(edge.id)?.path}
            className={`${classes.edge} ${edgeClass?.(edge) ?? ''}`}
            markerEnd={`url(#${head})`}
          />
        ))}
        {nodes.map((node) => {
          const { x, y } = laid.nodes.get(node.id) ?? { x: 0, y: 0 };
          return (
            <g key={node.id} transform={`translate(${x} ${y})`}>
              {drawNode(node)}
            </g>
          );
        })}
        {edges.map((edge) => {
          const { x, y } = laid.edges.get(edge.id) ?? { x: 0, y: 0 };
          return edge.labels.map((line, place) => {
            const width = widthOf(line) + 6;
            const top = y + (place - edge.labels.length / 2) * LINE_HEIGHT;
            return (
              <g key={`${edge.id} ${line}`}>
                <rect x={x - width / 2} y={top} width={width} height={LINE_HEIGHT} className={classes.ground} />
                <text x={x} y={top + 12} className={classes.label}>
                  {drawLabel ? drawLabel(edge, line, place) : line}
                </text>
              </g>
            );
          });
        })}
      </svg>
    </section>
  );
}

import type { DocumentView } from '@nonet/client';
import { type ReactNode, useMemo } from 'react';
import { useWords } from '../../../words/words.ts';
import { ClauseLink } from '../clause-link.tsx';
import { Diagram } from './diagram.tsx';
import classes from './diagram.module.css';
import { type DiagramEdge, type DiagramNode, layOut, widthOf } from './layout.ts';

type Workflow = DocumentView['workflows'][number];
type Transition = Workflow['transitions'][number];

interface StateNode extends DiagramNode {
  /** Null for where a record comes from. */
  readonly state: Workflow['states'][number] | null;
}

interface TransitionEdge extends DiagramEdge {
  readonly rows: readonly Transition[];
}

const HEIGHT = 30;
const START = 'new';

/** The states of a record, and the events that lead from one to another; where a row is not shown, it is dashed. */
export function StateDiagram({ workflow }: { workflow: Workflow }) {
  const words = useWords();
  const { nodes, edges, laid } = useMemo(() => graphOf(workflow), [workflow]);
  return (
    <Diagram
      label={words.statesOf(workflow.entity)}
      laid={laid}
      nodes={nodes}
      edges={edges}
      edgeClass={({ rows }) => (rows.some((row) => row.open.length > 0) ? classes.open : undefined)}
      drawNode={drawState}
      drawLabel={drawEvent}
    />
  );
}

function drawState({ state, width }: StateNode): ReactNode {
  if (state === null) return <circle r={6} className={classes.start} />;
  return (
    <ClauseLink clause={state.clause}>
      <rect
        x={-width / 2}
        y={-HEIGHT / 2}
        width={width}
        height={HEIGHT}
        rx={HEIGHT / 2}
        className={`${classes.box} ${state.kind === 'final' ? classes.final : ''}`}
      />
      <text y={4} className={classes.title}>
        {state.label}
      </text>
    </ClauseLink>
  );
}

function drawEvent({ rows }: TransitionEdge, label: string, place: number): ReactNode {
  const row = rows[place];
  return row ? <ClauseLink clause={row.clause}>{label}</ClauseLink> : label;
}

function graphOf({ states, transitions }: Workflow) {
  const nodes: StateNode[] = states.map((state) => ({
    id: `state ${state.name}`,
    state,
    width: widthOf(state.label) + 32,
    height: HEIGHT,
  }));
  nodes.unshift({ id: START, state: null, width: 12, height: 12 });
  const moves = transitions.flatMap((row) => {
    const sources = row.from === 'new' ? [START] : row.from.map((name) => `state ${name}`);
    return sources.map((from) => ({ from, to: row.to === 'same' ? from : `state ${row.to}`, row }));
  });
  const known = new Set(nodes.map(({ id }) => id));
  const between = Map.groupBy(
    moves.filter(({ from, to }) => known.has(from) && known.has(to)),
    ({ from, to }) => `${from} → ${to}`,
  );
  const edges: TransitionEdge[] = [...between].map(([id, group]) => ({
    id,
    from: group[0]?.from ?? '',
    to: group[0]?.to ?? '',
    labels: group.map(({ row }) => row.label),
    rows: group.map(({ row }) => row),
  }));
  for (const { name } of states.filter((state) => state.kind === 'initial')) {
    edges.unshift({ id: `begins ${name}`, from: START, to: `state ${name}`, labels: [], rows: [] });
  }
  return { nodes, edges, laid: layOut(nodes, edges, 'TB') };
}

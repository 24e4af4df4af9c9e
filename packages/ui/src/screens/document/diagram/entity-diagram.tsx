import type { DocumentView } from '@nonet/client';
import { Switch } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useWords } from '../../../words/words.ts';
import { ClauseLink } from '../clause-link.tsx';
import { Diagram } from './diagram.tsx';
import classes from './diagram.module.css';
import { type DiagramEdge, type DiagramNode, layOut, LINE_HEIGHT, widthOf } from './layout.ts';

type Entity = DocumentView['entities'][number];
type EntityNode = DiagramNode & { readonly entity: Entity };

const HEAD = 26;
const PADDING = 10;
/** With more entities than these, their references are listed before their other fields. */
const MOST_WHOLE = 12;

/** Entities with their fields, and which refers to which; an owner's arrow is the heavier one. */
export function EntityDiagram({ entities }: { entities: readonly Entity[] }) {
  const words = useWords();
  const [whole, setWhole] = useState(entities.length <= MOST_WHOLE);
  const { nodes, edges, laid } = useMemo(
    () => graphOf(whole ? entities : entities.map(withReferencesAlone)),
    [entities, whole],
  );
  return (
    <>
      {entities.length > MOST_WHOLE && (
        <Switch
          mb="sm"
          size="xs"
          label={words.allFields}
          checked={whole}
          onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
        />
      )}
      <Diagram
        label={words.entities}
        laid={laid}
        nodes={nodes}
        edges={edges}
        edgeClass={({ id }) => (id.startsWith('owns ') ? classes.owns : undefined)}
        drawNode={drawEntity}
      />
    </>
  );
}

function withReferencesAlone(entity: Entity): Entity {
  return { ...entity, fields: entity.fields.filter(({ target }) => target !== null) };
}

function drawEntity({ entity, width, height }: EntityNode): ReactNode {
  return (
    <>
      <rect x={-width / 2} y={-height / 2} width={width} height={height} rx={4} className={classes.box} />
      <ClauseLink clause={entity.clause}>
        <text y={-height / 2 + 17} className={classes.title}>
          {entity.label}
        </text>
      </ClauseLink>
      {entity.fields.map((field, place) => {
        const y = -height / 2 + HEAD + place * LINE_HEIGHT + 12;
        return (
          <g key={field.name}>
            <ClauseLink clause={field.clause}>
              <text x={-width / 2 + PADDING} y={y} className={classes.field}>
                {field.name}
              </text>
            </ClauseLink>
            <text x={width / 2 - PADDING} y={y} className={classes.kind}>
              {kindOf(field)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function kindOf(field: Entity['fields'][number]): string {
  const kind = field.target ?? field.kind;
  return `${field.computed ? '= ' : ''}${kind}${field.required || field.computed ? '' : '?'}`;
}

function graphOf(entities: readonly Entity[]) {
  const nodes: EntityNode[] = entities.map((entity) => ({
    id: entity.name,
    entity,
    width: Math.max(
      widthOf(entity.label) + 40,
      ...entity.fields.map((field) => widthOf(field.name) + widthOf(kindOf(field)) + 2 * PADDING + 16),
    ),
    height: HEAD + entity.fields.length * LINE_HEIGHT + 6,
  }));
  const known = new Set(entities.map(({ name }) => name));
  const edges: DiagramEdge[] = entities.flatMap((entity) => {
    const targets = new Set(entity.fields.flatMap((field) => (field.target ? [field.target] : [])));
    return [...targets]
      .filter((target) => known.has(target))
      .map((target) => {
        const owns = entities.some((other) => other.name === target && other.owner === entity.name);
        return {
          id: `${owns ? 'owns' : 'refers'} ${entity.name} ${target}`,
          from: entity.name,
          to: target,
          labels: [],
        };
      });
  });
  return { nodes, edges, laid: layOut(nodes, edges, 'LR') };
}

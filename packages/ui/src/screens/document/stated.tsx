import { Text, Title } from '@mantine/core';
import type { DocumentView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import { EntityDiagram } from './diagram/entity-diagram.tsx';
import { StateDiagram } from './diagram/state-diagram.tsx';
import { PermissionMatrix } from './permission-matrix.tsx';

export const STATED_VIEWS = ['entities', 'states', 'permissions'] as const;
export type StatedView = (typeof STATED_VIEWS)[number];

/** The document's entities, states or permissions, drawn or tabled. */
export default function Stated({ document, view }: { document: DocumentView; view: StatedView }) {
  const words = useWords();
  if (view === 'entities') {
    return document.entities.length > 0 ? <EntityDiagram entities={document.entities} /> : <Nothing />;
  }
  const parts =
    view === 'states'
      ? document.workflows
          .filter(({ field }) => field !== null)
          .map((workflow) => ({ of: workflow.clause, shown: <StateDiagram workflow={workflow} /> }))
      : document.permissions.map((table) => ({ of: table.entity, shown: <PermissionMatrix table={table} /> }));
  if (parts.length === 0) return <Nothing />;
  return parts.map(({ of, shown }) => (
    <section key={of}>
      <Title order={2} mb="xs">
        {view === 'states' ? words.statesOf(of.replace(/^4\./, '')) : words.permissionsOf(of)}
      </Title>
      {shown}
    </section>
  ));
}

function Nothing() {
  return <Text>{useWords().nothingStated}</Text>;
}

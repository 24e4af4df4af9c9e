import { Text } from '@mantine/core';
import type { EntityView, ScreenView } from '@nonet/client';
import { useQuery } from '@tanstack/react-query';
import { fieldOf, useProduct } from '../../data/product.ts';
import { documentQuery } from '../../data/queries.ts';
import { ProblemAlert } from '../../parts/problem-alert.tsx';
import { RefusalDialog } from '../../parts/refusal-dialog.tsx';
import { Sentence } from '../../parts/why.tsx';
import { useWords } from '../../words/words.ts';
import { RowsSkeleton } from '../skeleton.tsx';

interface NoMoveProps {
  screen: ScreenView;
  entity: EntityView;
  /** Names of states or choices. */
  from: string;
  to: string;
}

/**
 * A card was dropped on a column that its reader can't move it to. People who may read the document see what it states
 * about that.
 */
export function NoMove({ onClose, ...move }: NoMoveProps & { onClose: () => void }) {
  const words = useWords();
  const { document } = useProduct();
  const { screen, entity, from, to } = move;
  const choices = fieldOf(entity, screen.board?.field ?? '')?.choices ?? [];
  const label = (name: string) => choices.find((choice) => choice.name === name)?.label ?? name;
  return (
    <RefusalDialog onClose={onClose}>
      <Text>{words.noMove(label(from), label(to))}</Text>
      {document && <Stated {...move} />}
    </RefusalDialog>
  );
}

/** The rows of point 4 that lead there; if there is none, the rows about the field. */
function Stated({ screen, entity, from, to }: NoMoveProps) {
  const words = useWords();
  const { data, error } = useQuery({ ...documentQuery, staleTime: 60_000 });
  if (error) return <ProblemAlert error={error} />;
  if (!data) return <RowsSkeleton rows={2} />;
  const workflow = data.workflows.find((each) => each.entity === entity.name && each.field === screen.board?.field);
  // A choice that is no state: the screen offers no change of it, or this reader may make none.
  if (!workflow) return <Sentence clause={fieldOf(entity, screen.board?.field ?? '')?.clause ?? screen.clause} />;
  const rows = workflow.transitions.filter((each) => each.to === to && each.from !== 'new' && each.from.includes(from));
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {rows.length > 0 ? words.noMoveOffered : words.noMoveStated}
      </Text>
      {rows.length === 0 && <Sentence clause={workflow.clause} />}
      {rows.map(({ clause }) => (
        <Sentence key={clause} clause={clause} />
      ))}
    </div>
  );
}

import type { EntityView } from '@nonet/client';
import { useWords } from '../../words/words.ts';
import classes from './record.module.css';

/**
 * The record's place on its path of states: a step for each, with their names as tooltips. Nothing for a record off
 * that path.
 */
export function StatePath({ entity, state }: { entity: EntityView; state: string }) {
  const words = useWords();
  const { statePath: path } = entity;
  const at = path.indexOf(state);
  if (at < 0 || path.length < 3) return null;
  const choices = entity.fields.find(({ name }) => name === entity.stateField)?.choices ?? [];
  const names = path.map((name) => choices.find((choice) => choice.name === name)?.label ?? name);
  return (
    <span className={classes.path} title={names.join(' → ')}>
      <span className="visually-hidden">{words.stepOf(at + 1, path.length)}</span>
      {path.map((name, place) => (
        <i key={name} data-passed={place < at || undefined} data-here={place === at || undefined} />
      ))}
    </span>
  );
}

import { Text } from '@mantine/core';
import type { EntityView, RecordView, ScreenActionView, ScreenView } from '@nonet/client';
import { valueAt } from '../../../data/columns.ts';
import { useProduct } from '../../../data/product.ts';
import { FieldValue } from '../../../fields/field-value.tsx';
import { referred } from '../../../fields/reference.tsx';
import { useFormat } from '../../../format/format.ts';
import { PersonMark } from '../../../parts/person-mark.tsx';
import { RowActions } from '../../../parts/row-actions.tsx';
import { useWords } from '../../../words/words.ts';
import classes from './discussion.module.css';

interface CommentProps {
  related: ScreenView['related'][number];
  entity: EntityView;
  comment: RecordView;
}

/** One comment: who wrote it and when, its text, and what else it has. */
export function Comment({ related, entity, comment }: CommentProps) {
  const words = useWords();
  const format = useFormat();
  const { user } = useProduct();
  const by = referred(comment['created_by']);
  const at = textOf(comment['created_at']);
  const changed = textOf(comment['updated_at']);
  const texts = related.columns.filter(isText);
  const others = related.columns.filter((column) => !isText(column));
  const [empty, facts] = [true, false].map((is) => others.filter(({ path }) => isEmpty(valueAt(comment, path)) === is));
  return (
    <li className={classes.comment} data-record={comment.id}>
      {/* An empty value takes no room; its column is shown all the same. */}
      <div className={classes.head} data-clause={empty?.map(({ clause }) => clause).join(' ') || undefined}>
        {by !== null && by.title !== null && <PersonMark id={by.id} name={by.title} />}
        <Text span size="sm" fw={600}>
          {by === null ? words.theProduct : (by.title ?? words.somebody)}
        </Text>
        {at !== null && (
          <Text span size="xs" c="dimmed">
            <time dateTime={at}>{format.dateTime(at)}</time>
            {changed !== null && changed !== at && ` · ${words.commentEdited}`}
          </Text>
        )}
        {user && (
          <span className={classes.menu}>
            <RowActions small actions={actionsOf(entity)} entity={entity} record={comment} />
          </span>
        )}
      </div>
      {texts.map((column) => (
        <div key={column.clause} data-clause={column.clause} className={classes.text}>
          <FieldValue field={column.field} value={valueAt(comment, column.path)} />
        </div>
      ))}
      {facts && facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map((column) => (
            <div key={column.clause} data-clause={column.clause}>
              <dt>{column.label}</dt>
              <dd>
                <FieldValue field={column.field} value={valueAt(comment, column.path)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function isText({ path }: { readonly path: readonly string[] }): boolean {
  return path.join('.') === 'text';
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** The actions of its menu; the server says which of them are possible. */
function actionsOf({ name, fields }: EntityView): ScreenActionView[] {
  const actions: ScreenActionView[] = [{ kind: 'delete', clause: `6.${name}.delete` }];
  return fields.some(({ onUpdate }) => onUpdate) ? [{ kind: 'edit', clause: `6.${name}.update` }, ...actions] : actions;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

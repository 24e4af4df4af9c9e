import type { EntityView } from '@nonet/client';
import { useState } from 'react';
import { client } from '../../../data/client.ts';
import { useProduct } from '../../../data/product.ts';
import { useRefresh } from '../../../data/writes.ts';
import { groupsOf } from '../../../parts/field-groups.ts';
import { RecordForm } from '../../../parts/record-form.tsx';
import { useWords } from '../../../words/words.ts';
import classes from './discussion.module.css';

/** The form for a further comment; it is empty again once the comment is there. */
export function Composer({ entity, about }: { entity: EntityView; about: string }) {
  const words = useWords();
  const refresh = useRefresh();
  const { screens } = useProduct();
  const [written, setWritten] = useState(0);
  const entered = entity.fields.filter(({ name, onCreate }) => onCreate && name !== 'about');
  return (
    <div className={classes.composer}>
      <RecordForm
        key={written}
        groups={groupsOf(entity.name, screens, entered)}
        entity={entity}
        version={null}
        given={{ about }}
        submitLabel={words.comment}
        onCancel={(forget) => {
          forget();
          setWritten(written + 1);
        }}
        save={async (values, idempotencyKey) =>
          (await client.create(entity.path, { ...values, about }, { idempotencyKey })).record
        }
        onSaved={async () => {
          await refresh();
          setWritten((count) => count + 1);
        }}
      />
    </div>
  );
}

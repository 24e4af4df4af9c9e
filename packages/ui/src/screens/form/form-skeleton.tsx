import { Skeleton, Stack } from '@mantine/core';
import type { ScreenView } from '@nonet/client';
import { useEntity } from '../../data/product.ts';
import { useFieldEnvironment } from '../../fields/field-environment.ts';
import { groupFields } from '../../parts/field-groups.ts';
import classes from '../../parts/form-fields.module.css';
import { LoadingPlaceholder } from '../skeleton.tsx';
import held from '../skeleton.module.css';

const INPUT_HEIGHT = 36;
const WIDE_HEIGHT = 110;

/** Holds the place of a form's inputs, by its groups. */
export function FormSkeleton({ screen }: { screen: ScreenView }) {
  const { parts } = useFieldEnvironment();
  const entity = useEntity(screen.entity);
  const stated = screen.groups.map(({ label, columns }) => ({ label, fields: columns.map(({ field }) => field) }));
  const groups = stated.length > 0 ? stated : groupFields(entity.fields.filter(({ onCreate }) => onCreate));
  return (
    <LoadingPlaceholder>
      <Stack gap="md">
        {groups.map(({ label, fields }) => (
          <fieldset key={label} className={classes.group}>
            {label !== null && <legend>{label}</legend>}
            <div className={classes.grid}>
              {fields.map(({ name, kind }) => (
                <div key={name} className={held.entered} data-wide={parts(kind).wide || undefined}>
                  <Skeleton h={12} w="30%" mt={4} />
                  <Skeleton h={parts(kind).wide ? WIDE_HEIGHT : INPUT_HEIGHT} />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
      </Stack>
    </LoadingPlaceholder>
  );
}

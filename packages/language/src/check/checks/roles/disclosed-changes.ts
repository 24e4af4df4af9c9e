import { DISCLOSURE_CODES } from '../../../diagnostics/codes/disclosures.ts';
import type { Model } from '../../../model/model.ts';
import { opposite, thisRecord } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn, placeOfReading } from '../../derived/disclosing.ts';

/** 6: `updated_at` and `updated_by` disclose that a record changed, also where only unreadable fields did. */
export function checkDisclosedChanges(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  const { rights, mayHold, follows } = disclosing;
  for (const entity of model.entities) {
    const record = thisRecord(entity.name);
    const rows = model.permissions.find((own) => own.entity === entity.name)?.fields ?? {};
    const hidden = entity.fields.filter((field) => rows[field.name]?.read !== undefined && field.computed === null);
    const shown = ['updated_at', 'updated_by'].filter((name) => mayHold(rights.reads(record, name)));
    const span = context.placeOf(`6.${entity.name}`);
    if (hidden.length === 0 || shown.length === 0 || !span) continue;
    const fields = hidden.filter(({ name }) =>
      shown.some((change) => {
        const readsChange = rights.reads(record, change);
        return (
          mayHold(readsChange, opposite(rights.reads(record, name))) &&
          !follows(rights.reads(record, name), [readsChange])
        );
      }),
    );
    const [first] = fields;
    if (first === undefined) continue;
    const place = placeOfReading(context, entity.name, first.name);
    const details = { entity: entity.name, fields: fields.map(({ name }) => name), shown };
    context.report('N654', DISCLOSURE_CODES.N654, details, span, {
      clause: `6.${entity.name}`,
      ...(place && { related: [{ span: place, message: 'Not everybody who may read the record may read this.' }] }),
    });
  }
}

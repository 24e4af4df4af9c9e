import type { ColumnView, EntityView, FieldView, RecordView, ScreenActionView } from '@nonet/client';
import { IconPhoto } from '@tabler/icons-react';
import { client } from '../../data/client.ts';
import { fileOf } from '../../fields/file-of.ts';
import { RowActions } from '../../parts/row-actions.tsx';
import { CardBody } from '../board/card.tsx';
import classes from './gallery.module.css';

interface TileProps {
  record: RecordView;
  entity: EntityView;
  /** The field with its picture; undefined if this reader may not see it. */
  picture: FieldView | undefined;
  columns: readonly ColumnView[];
  actions: readonly ScreenActionView[];
}

/** A record with its picture, which is fetched when it comes into sight. */
export function Tile({ record, entity, picture, columns, actions }: TileProps) {
  const file = fileOf(picture && record[picture.name]);
  return (
    <li className={classes.tile} data-record={record.id}>
      <div className={classes.picture}>
        {file === null ? (
          <IconPhoto size={28} stroke={1.25} aria-hidden />
        ) : (
          // The title next to it says what the record is.
          <img src={client.fileUrl(file.id)} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
      </div>
      <div className={classes.facts}>
        <CardBody record={record} columns={columns} entity={entity} />
      </div>
      {actions.length > 0 && (
        <div className={classes.actions}>
          <RowActions actions={actions} entity={entity} record={record} />
        </div>
      )}
    </li>
  );
}

/** The tree as a collapsible table: each group with its counts and actions. */
import { CaretDownOutlined, CaretRightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/use-language.ts';
import { idsBelow } from '../../../lib/group-tree.ts';
import type { TreeGroup } from '../api/use-group-tree.ts';
import { type GroupRow, groupRows } from '../group-rows.ts';

interface GroupTableProps {
  readonly groups: readonly TreeGroup[];
  readonly folded: ReadonlySet<number>;
  readonly onFold: (id: number) => void;
  readonly search: string;
  /** Renders the name: a link, or plain text. */
  readonly name: (group: TreeGroup) => ReactNode;
  /** Header and cells of one additional column. */
  readonly extra: { readonly title: string; readonly cell: (group: TreeGroup) => ReactNode };
  readonly isMarked?: (group: TreeGroup) => boolean;
  /** Called when a group is dropped on another; if omitted, groups cannot be dragged. */
  readonly onDrop?: (id: number, target: number) => void;
}

const DRAGGED = 'application/x-busbar-group';

export function GroupTable(props: GroupTableProps) {
  const { groups, folded, search, extra } = props;
  const { t } = useTranslation('groups');
  const [dragged, setDragged] = useState<number>();
  const rows = groupRows(groups, folded, search);
  const below = dragged === undefined ? null : idsBelow(groups, dragged);
  if (rows.length === 0) return <p role="status">{t('groups:none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable on a phone, so it must be reachable by keyboard.
    <section className="group-tree surface scroll-x" tabIndex={0} aria-label={t('groups:tree')}>
      <table className="plain-table" aria-label={t('groups:tree')}>
        <thead>
          <tr>
            <th scope="col">{t('groups:column.group')}</th>
            <th scope="col" className="is-amount">
              {t('groups:column.devices')}
            </th>
            <th scope="col" className="is-amount">
              {t('groups:column.users')}
            </th>
            <th scope="col">{extra.title}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.group.id}
              {...props}
              row={row}
              isTarget={below !== null && !below.has(row.group.id)}
              onDrag={setDragged}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LineProps extends GroupTableProps {
  readonly row: GroupRow;
  readonly isTarget: boolean;
  readonly onDrag: (id: number | undefined) => void;
}

function Line({ row, isTarget, onDrag, onFold, onDrop, name, extra, isMarked }: LineProps) {
  const { t } = useTranslation('groups');
  const { direction } = useLanguage();
  const { group, depth, hasBelow, isOpen } = row;
  const [isOver, setOver] = useState(false);
  // The topmost visible group cannot be moved.
  const canDrag = onDrop !== undefined && group.parent_id !== null;
  const drag = onDrop !== undefined && {
    draggable: canDrag,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAGGED, String(group.id));
      event.dataTransfer.effectAllowed = 'move';
      onDrag(group.id);
    },
    onDragEnd: () => onDrag(undefined),
    onDragOver: (event: DragEvent) => {
      if (!isTarget) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrag(undefined);
      const id = Number(event.dataTransfer.getData(DRAGGED));
      if (isTarget && id > 0) onDrop(id, group.id);
    },
  };
  return (
    <tr
      {...drag}
      data-over={isOver && isTarget}
      data-marked={isMarked?.(group) === true}
      data-draggable={canDrag}
    >
      <th scope="row">
        <span
          className="group-tree__name line inline gap-4"
          style={{ paddingInlineStart: depth * 20 }}
        >
          {hasBelow ? (
            <Button
              type="text"
              size="small"
              icon={
                isOpen ? (
                  <CaretDownOutlined />
                ) : (
                  <CaretRightOutlined rotate={direction === 'rtl' ? 180 : 0} />
                )
              }
              aria-expanded={isOpen}
              aria-label={t('groups:fold', { name: group.name })}
              onClick={() => onFold(group.id)}
            />
          ) : (
            <span className="group-tree__leaf" aria-hidden />
          )}
          {name(group)}
        </span>
      </th>
      <Numbers here={group.devices} all={group.all_devices} isLeaf={!hasBelow} />
      <Numbers here={group.users} all={group.all_users} isLeaf={!hasBelow} />
      <td>{extra.cell(group)}</td>
    </tr>
  );
}

function Numbers({ here, all, isLeaf }: { here: number; all: number; isLeaf: boolean }) {
  const { t } = useTranslation('groups');
  return (
    <td className="is-amount">
      {here}
      {!isLeaf && all > here && (
        <span className="group-tree__all nowrap hint">
          {t('groups:with-below', { count: all })}
        </span>
      )}
    </td>
  );
}

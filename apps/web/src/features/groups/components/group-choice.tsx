/** Selects a group of the tree by its name and path. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { inTreeOrder, placeOf } from '../../../lib/group-tree.ts';
import { useGroupTree } from '../api/use-group-tree.ts';

interface GroupChoiceProps {
  readonly id?: string;
  readonly label: string;
  readonly value: number | undefined;
  /** Groups to exclude: a group cannot be moved below itself. */
  readonly without?: ReadonlySet<number>;
  readonly onChange: (group: number) => void;
}

const NONE: ReadonlySet<number> = new Set();

export function GroupChoice({ id, label, value, without = NONE, onChange }: GroupChoiceProps) {
  const { t } = useTranslation('groups');
  const tree = useGroupTree();
  const groups = tree.data ?? [];
  const options = inTreeOrder(groups)
    .filter(({ group }) => !without.has(group.id))
    .map(({ group, depth }) => ({
      value: group.id,
      label: placeOf(groups, group.id).join(' / '),
      name: group.name,
      depth,
    }));
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={label}
      placeholder={t('groups:choose')}
      value={value ?? null}
      options={options}
      loading={tree.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      optionRender={({ data }) => (
        <bdi style={{ paddingInlineStart: data.depth * 14 }}>{data.name}</bdi>
      )}
      popupMatchSelectWidth={320}
      style={{ inlineSize: '100%' }}
      onChange={(group: number | null) => group !== null && onChange(group)}
    />
  );
}

/** Picks a group of the own tree; where the customer has one group alone there is nothing to pick. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRequiredSession } from '../../../lib/use-session.ts';
import { useGroups } from '../../devices/api/use-device-choices.ts';

/** Groups the user may set things for. */
export function useOwnGroups() {
  const { group_id: own } = useRequiredSession().user;
  const groups = useGroups();
  const all = groups.data ?? [];
  return {
    all,
    own,
    isPending: groups.isPending,
    /** Only who sees every group sets things for the whole customer. */
    seesAll: !all.find(({ id }) => id === own)?.parentId,
  };
}

interface GroupSelectProps {
  /** Undefined: none yet, or with `whole` the whole customer. */
  readonly value: number | undefined;
  readonly onChange: (group: number | undefined) => void;
  /** Text of the choice that is no group. */
  readonly whole?: string | undefined;
  readonly label?: string;
}

const WHOLE = 0;

export function GroupSelect({ value, onChange, whole, label }: GroupSelectProps) {
  const { t } = useTranslation('alarms');
  const { all, own, isPending } = useOwnGroups();
  const groups = all
    // The root's own figures would say the same as the customer's.
    .filter(({ id }) => whole === undefined || id !== own)
    .map(({ id, name }) => ({ value: id, label: name }));
  const options = whole === undefined ? groups : [{ value: WHOLE, label: whole }, ...groups];
  const shown = value ?? (whole === undefined ? null : WHOLE);
  return (
    <Select
      aria-label={label ?? t('alarms:group-select')}
      placeholder={t('alarms:group-select')}
      value={shown}
      options={options}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={280}
      style={{ minInlineSize: 220 }}
      onChange={(group: number) => onChange(group === WHOLE ? undefined : group)}
    />
  );
}

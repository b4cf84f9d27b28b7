/** Selects a group of the user's tree. */
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';

/** Groups for which the user may change settings. */
export function useOwnGroups() {
  const { group_id: own } = useRequiredSession().user;
  const groups = useGroups();
  const all = groups.data ?? [];
  return {
    all,
    own,
    isPending: groups.isPending,
    /** Only users who can see every group may change settings of the whole customer. */
    seesAll: !all.find(({ id }) => id === own)?.parentId,
  };
}

interface GroupSelectProps {
  /** Undefined: no selection yet, or the whole customer if `whole` is set. */
  readonly value: number | undefined;
  readonly onChange: (group: number | undefined) => void;
  /** Label of the option for the whole customer. */
  readonly whole?: string | undefined;
  readonly label?: string;
}

const WHOLE = 0;

export function GroupSelect({ value, onChange, whole, label }: GroupSelectProps) {
  const { t } = useTranslation('alarms');
  const { all, own, isPending } = useOwnGroups();
  const groups = all
    // The root group is excluded, because its settings would equal those of the customer.
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

import { CheckCircleFilled, EyeInvisibleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { wattsOfKw } from '@busbar/domain/project/lamp-watts';
import { Link } from '@tanstack/react-router';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../components/states/state-tag.tsx';
import type { DataColumn } from '../../../components/table/data-column.ts';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import { actionsColumn, type NamedRowActions } from '../actions-column.tsx';
import type { LampGroup } from '../api/use-lamp-groups.ts';

export function useLampColumns(actions: NamedRowActions<LampGroup>): DataColumn<LampGroup>[] {
  const { t } = useTranslation('projects');
  const numbers = useNumbers();
  const kind = (row: LampGroup) => t(`projects:kind.${row.lamp_kind}`);
  return [
    { key: 'name', title: t('projects:field.name'), value: (row) => row.name, isTitle: true },
    {
      key: 'device',
      title: t('projects:lamp.device'),
      value: (row) => row.device_name,
      render: (row) => (
        <Link
          className="nowrap"
          to="/device"
          search={{ device: row.device_code, tab: 'live' }}
          title={row.device_code}
        >
          <bdi>{row.device_name}</bdi>
        </Link>
      ),
    },
    {
      key: 'code',
      title: t('projects:lamp.code'),
      value: (row) => row.device_code,
      isLtr: true,
      isHiddenByDefault: true,
    },
    { key: 'kind', title: t('projects:lamp.kind'), value: kind },
    {
      key: 'count',
      title: t('projects:lamp.count'),
      value: (row) => row.lamp_count,
      align: 'end',
    },
    {
      key: 'power',
      title: t('common:in-brackets', { text: t('projects:lamp.power'), inside: numbers.unit('W') }),
      value: (row) => wattsOfKw(row.lamp_power),
      align: 'end',
      isLtr: true,
    },
    {
      key: 'installed',
      title: t('common:in-brackets', {
        text: t('projects:lamp.installed'),
        inside: numbers.unit('kW'),
      }),
      value: (row) => row.installed_power,
      render: (row) => numbers.number(row.installed_power, 3),
      align: 'end',
      isLtr: true,
    },
    {
      key: 'range',
      title: `${t('projects:lamp.error-range')} (%)`,
      value: (row) => row.error_range,
      render: (row) => <ErrorRange group={row} />,
      align: 'end',
    },
    {
      key: 'phase',
      title: t('projects:lamp.phase'),
      value: (row) => row.phase,
      isHiddenByDefault: true,
    },
    {
      key: 'burning',
      title: t('projects:lamp.burning'),
      value: (row) => t(`projects:burn.${row.burn_rule}`),
      render: (row) => <span className="nowrap">{t(`projects:burn.${row.burn_rule}`)}</span>,
    },
    {
      key: 'in-use',
      title: t('projects:lamp.in-use'),
      value: (row) => t(row.in_use ? 'projects:in-use.yes' : 'projects:in-use.no'),
      render: (row) => <InUseTag isInUse={row.in_use} />,
    },
    actionsColumn(t, actions),
  ];
}

export function InUseTag({ isInUse }: { isInUse: boolean }) {
  const { t } = useTranslation('projects');
  return isInUse ? (
    <StateTag tone="good" icon={<CheckCircleFilled aria-hidden />} isPlain>
      {t('projects:in-use.yes')}
    </StateTag>
  ) : (
    <StateTag tone="neutral" icon={<MinusCircleOutlined aria-hidden />} isPlain>
      {t('projects:in-use.no')}
    </StateTag>
  );
}

/** Shows an icon if the power of one dead lamp is below the tolerance and cannot be detected. */
function ErrorRange({ group }: { group: LampGroup }) {
  const { t } = useTranslation('projects');
  const numbers = useNumbers();
  return (
    <span className="line inline">
      {group.one_lamp_hidden && (
        <Tooltip title={t('projects:lamp.hidden-short')}>
          <EyeInvisibleOutlined
            className="warn"
            role="img"
            aria-label={t('projects:lamp.hidden-short')}
          />
        </Tooltip>
      )}
      <bdi className="ltr">{numbers.short(group.error_range, 2)}</bdi>
    </span>
  );
}

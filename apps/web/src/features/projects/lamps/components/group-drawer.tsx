/** Details of a lamp group: findings, power draw, and links to related pages. */

import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { actionOfStatus } from '../../../../components/device-tree/tree-device.ts';
import { SideDrawer } from '../../../../components/dialogs/side-drawer.tsx';
import { PresenceTag } from '../../../../components/states/presence-tag.tsx';
import { EnergyAmount } from '../../../../components/values/energy-amount.tsx';
import { Facts } from '../../../../components/values/facts.tsx';
import { Moment } from '../../../../components/values/moment.tsx';
import { ValueWithUnit } from '../../../../components/values/value-with-unit.tsx';
import { StateText } from '../../../../device-kit/components/state-text.tsx';
import { useDetailTexts } from '../../../../device-kit/use-detail-texts.ts';
import type { BoardRow } from '../../board/board-rows.ts';
import { VerdictTag } from './verdict-tag.tsx';

export function GroupDrawer({ row, onClose }: { row: BoardRow | undefined; onClose: () => void }) {
  return (
    <SideDrawer
      open={row !== undefined}
      onClose={onClose}
      size={400}
      mask={false}
      title={<bdi>{row?.name}</bdi>}
    >
      {row !== undefined && <GroupFacts row={row} />}
    </SideDrawer>
  );
}

function GroupFacts({ row }: { row: BoardRow }) {
  const { t } = useTranslation('projects');
  const texts = useDetailTexts();
  const kw = (value: number | null) => <ValueWithUnit value={value} unit="kW" digits={3} />;
  const found = Object.entries(row.findings).map(([word, value]) => texts({ word, value }));
  return (
    <div className="stack gap-16">
      <Facts
        rows={[
          [t('projects:board.state'), <VerdictTag key="verdict" verdict={row.verdict} />],
          [t('projects:board.found'), found.join(t('alarms:finding-join'))],
          [
            t('projects:board.lamps-on'),
            <bdi key="lamps" className="ltr">{`${row.lamps_on ?? '–'} / ${row.lamp_count}`}</bdi>,
          ],
          [t('projects:board.failed'), String(row.failed ?? '–')],
          [t('projects:board.power'), kw(row.measured_power)],
          [t('projects:board.expected'), kw(row.expected_power)],
          [
            t('projects:board.voltage'),
            <ValueWithUnit key="voltage" value={row.voltage} unit="V" digits={1} />,
          ],
          [
            t('projects:board.energy-today'),
            row.energy_today === null ? '' : <EnergyAmount key="e" kwh={row.energy_today} />,
          ],
          [t('projects:board.checked'), <Moment key="checked" at={row.checked_at} />],
          [t('projects:board.next-check'), <Moment key="next" at={row.next_check_at} />],
          [
            t('projects:board.breaker'),
            <StateText key="breaker" action={actionOfStatus(row.status)} />,
          ],
          [t('projects:board.presence'), <PresenceTag key="p" presence={row.presence} />],
          [t('projects:lamp.kind'), t(`projects:kind.${row.lamp_kind}`)],
          [t('projects:lamp.device'), <bdi key="device">{row.device_name}</bdi>],
          [
            t('projects:lamp.code'),
            <bdi key="code" className="code ltr">
              {row.device_code}
            </bdi>,
          ],
        ]}
      />
      <nav className="group-ways row gap-text" aria-label={t('projects:board.ways')}>
        <Link
          to="/project-view-parameter"
          search={{ project: row.project_id, device: row.device_code }}
        >
          {t('projects:page.parameters')}
        </Link>
        <Link
          to="/project-view-warning"
          search={{ project: row.project_id, device: row.device_code }}
        >
          {t('projects:page.warnings')}
        </Link>
        <Link to="/devicecontrol" search={{ device: row.device_code }}>
          {t('projects:board.control')}
        </Link>
      </nav>
    </div>
  );
}

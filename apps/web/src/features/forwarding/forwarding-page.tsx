/** Data forwarding: target, state, delivery log and dead batches. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useForwarding } from './api/use-forwarding.ts';
import { DeadTable } from './components/dead-table.tsx';
import { DeliveryTable } from './components/delivery-table.tsx';
import { TargetTab } from './components/target-tab.tsx';
import './forwarding.css';

const TABS = ['target', 'deliveries', 'dead'] as const;

export function ForwardingPage() {
  const isInRootGroup = useIsInRootGroup();
  return (
    <div className="forwarding panel touch">
      <PageHeading />
      {isInRootGroup ? <ForwardingTabs /> : <RootGroupNote />}
    </div>
  );
}

function ForwardingTabs() {
  const { t } = useTranslation('forwarding');
  const { tab = 'target' } = useSearch({ from: '/shell/forwarding' });
  const navigate = useNavigate({ from: '/forwarding' });
  const status = useForwarding();
  const dead = status.data?.dead_batches ?? 0;
  return (
    <Tabs
      activeKey={tab}
      destroyOnHidden
      // Drops the page and columns, which belong to the table of the previous tab.
      onChange={(key) =>
        void navigate({ search: { tab: TABS.find((one) => one === key) ?? 'target' } })
      }
      items={[
        {
          key: 'target',
          label: t('forwarding:tab.target'),
          children: <TargetTab status={status} />,
        },
        {
          key: 'deliveries',
          label: t('forwarding:tab.deliveries'),
          children: <DeliveryTable />,
        },
        {
          key: 'dead',
          label:
            dead === 0
              ? t('forwarding:tab.dead')
              : t('forwarding:tab.dead-count', { number: dead }),
          children: <DeadTable />,
        },
      ]}
    />
  );
}

/** "How this is calculated": the drawer behind every amount of energy or money of a device. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '../../../components/dialogs/side-drawer.tsx';
import { trackLoad } from '../../../lib/calls/pending-loads.ts';
import type { WhyOf } from '../why-of.ts';

export interface WhyDrawerProps {
  /** Undefined if the drawer is closed. */
  readonly of: WhyOf | undefined;
  readonly onClose: () => void;
}

const WhyStory = lazy(async () => ({
  default: (await trackLoad(import('./why-story.tsx'))).WhyStory,
}));

export function WhyDrawer({ of, onClose }: WhyDrawerProps) {
  const { t } = useTranslation();
  return (
    <SideDrawer
      open={of !== undefined}
      onClose={onClose}
      size={620}
      title={of === undefined ? '' : t('why-number', { date: ltrText(spanText(of)) })}
    >
      {of !== undefined && (
        <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
          <WhyStory key={`${of.device} ${of.start} ${of.end}`} of={of} />
        </Suspense>
      )}
    </SideDrawer>
  );
}

const spanText = ({ start, end }: WhyOf): string => (start === end ? start : `${start} – ${end}`);

/** A call: a row that expands to its details. */
import {
  ControlOutlined,
  EditOutlined,
  EyeOutlined,
  KeyOutlined,
  LinkOutlined,
} from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { PATHS } from '../../../config/paths.ts';
import type { ListedCall } from '../listed-call.ts';
import { CallDetail } from './call-detail.tsx';

const EFFECTS: Readonly<
  Record<'read' | 'write' | 'control', readonly [tone: StateTone, icon: ReactNode]>
> = {
  read: ['neutral', <EyeOutlined key="read" />],
  write: ['info', <EditOutlined key="write" />],
  control: ['warning', <ControlOutlined key="control" />],
};

interface CallEntryProps {
  call: ListedCall;
  /** True if the URL refers to this call, which is then expanded. */
  isTarget: boolean;
}

export function CallEntry({ call, isTarget }: CallEntryProps) {
  const { t } = useTranslation('api-reference');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isTarget) setOpen(true);
  }, [isTarget]);
  const { effect, scopes } = call.operation['x-busbar'];
  const [tone, icon] = EFFECTS[effect];
  return (
    <details
      id={call.name}
      className="reference__call surface shrink"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="row gap-text">
        <h3 className="plain breakable shrink">
          <bdi className="code ltr">
            <span className="reference__method">{call.method}</span> {call.path}
          </bdi>
        </h3>
        <span className="row">
          <StateTag tone={tone} icon={icon}>
            {t(`api-reference:effect.${effect}`)}
          </StateTag>
          {scopes.length > 0 && (
            <StateTag tone="good" icon={<KeyOutlined />}>
              {t('api-reference:by-key')}
            </StateTag>
          )}
        </span>
        <span lang="en" dir="ltr" className="reference__summary muted">
          {call.operation.summary}
        </span>
      </summary>
      {isOpen && (
        <div className="reference__detail">
          <CallDetail call={call} />
          <p>
            <Link to={PATHS.apiReference} hash={call.name}>
              <LinkOutlined aria-hidden /> {t('api-reference:link')}
            </Link>
          </p>
        </div>
      )}
    </details>
  );
}

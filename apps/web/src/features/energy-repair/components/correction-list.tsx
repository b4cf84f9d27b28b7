/** All register corrections of a device: in force or withdrawn, with author, time and reason. */
import { CheckCircleOutlined, RollbackOutlined } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { StateTag } from '../../../components/states/state-tag.tsx';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { Moment } from '../../../components/values/moment.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type Correction, useCorrections } from '../api/use-corrections.ts';
import { useDecisionText } from '../use-decision-text.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

export function CorrectionList({ device }: { device: string }) {
  const { t } = useTranslation('repair');
  const query = useCorrections(device);
  const [withdrawing, setWithdrawing] = useState<Correction>();
  return (
    <Tile title={t('repair:list.title')} query={query}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={t('repair:list.none')} body={t('repair:list.none-body')} />
        ) : (
          <>
            <CorrectionTable list={list} onWithdraw={setWithdrawing} />
            {withdrawing !== undefined && (
              <WithdrawDialog correction={withdrawing} onClose={() => setWithdrawing(undefined)} />
            )}
          </>
        )
      }
    </Tile>
  );
}

interface CorrectionTableProps {
  readonly list: readonly Correction[];
  readonly onWithdraw: (correction: Correction) => void;
}

function CorrectionTable({ list, onWithdraw }: CorrectionTableProps) {
  const { t } = useTranslation('repair');
  const { zone } = useRequiredSession().user;
  const decisionText = useDecisionText();
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardScroll(frame);
  return (
    <div className="full shrink scroll-x" ref={frame}>
      <table className="plain-table repair__table folds" aria-label={t('repair:list.title')}>
        <thead>
          <tr>
            <th scope="col">{t('repair:steps.reading')}</th>
            <th scope="col">{t('repair:list.decision')}</th>
            <th scope="col">{t('repair:list.decided')}</th>
            <th scope="col">{t('repair:list.state')}</th>
            <th scope="col">{t('repair:steps.action')}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <tr key={row.id}>
              <td data-label={t('repair:steps.reading')}>
                <Moment at={row.register_ts} />
              </td>
              <td data-label={t('repair:list.decision')}>
                <div>
                  {decisionText(row)}
                  <p className="faint">
                    {row.channel === null
                      ? t('repair:dialog.every-channel')
                      : t(`explanation:channel.${row.channel}`)}
                  </p>
                </div>
              </td>
              <td data-label={t('repair:list.decided')}>
                <Who by={row.decided_by} at={row.decided_at} reason={row.reason} />
              </td>
              <td data-label={t('repair:list.state')}>
                {row.withdrawn_at === null ? (
                  <StateTag tone="good" icon={<CheckCircleOutlined />} isPlain>
                    {t('repair:list.in-force')}
                  </StateTag>
                ) : (
                  <div>
                    <StateTag tone="neutral" icon={<RollbackOutlined />} isPlain>
                      {t('repair:list.withdrawn')}
                    </StateTag>
                    <Who
                      by={row.withdrawn_by}
                      at={row.withdrawn_at}
                      reason={row.withdrawal_reason}
                    />
                  </div>
                )}
              </td>
              <td data-label={t('repair:steps.action')}>
                {row.withdrawn_at === null ? (
                  <Button
                    size="small"
                    aria-label={t('repair:withdraw-of', {
                      at: ltrText(formatMoment(row.register_ts, zone)),
                    })}
                    onClick={() => onWithdraw(row)}
                  >
                    {t('repair:withdraw')}
                  </Button>
                ) : (
                  '–'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Who({ by, at, reason }: { by: string; at: number; reason: string }) {
  return (
    <div>
      <p>
        <bdi>{by}</bdi> · <Moment at={at} />
      </p>
      <p className="faint">
        <q>{reason}</q>
      </p>
    </div>
  );
}

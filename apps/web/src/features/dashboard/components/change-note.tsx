/** A change against an earlier period: arrow, whole per cent, and on hover what was compared. */
import { ArrowDownOutlined, ArrowUpOutlined, MinusOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { wholePercent } from '../../../lib/amount-format.ts';
import { ltrText } from '../../../lib/ltr-text.ts';
import { type ComparedWith, comparedWords } from '../compared.ts';

export interface ChangeNoteProps {
  /** A fraction; null where there is nothing to compare with. */
  readonly change: number | null;
  readonly against: ComparedWith;
  /** `compared_until` of the answer. */
  readonly until: string | null;
}

export function ChangeNote({ change, against, until }: ChangeNoteProps) {
  const { t } = useTranslation('dashboard');
  const percent = change === null ? null : wholePercent(change);
  const { key, until: moment } = comparedWords(until, against);
  const explained =
    percent === null
      ? t(`dashboard:compared.none.${against}`)
      : t(`dashboard:compared.${key}.${against}`, {
          until: key === 'until-day' ? ltrText(moment) : moment,
        });
  const Arrow =
    percent === null || percent === 0
      ? MinusOutlined
      : percent > 0
        ? ArrowUpOutlined
        : ArrowDownOutlined;
  return (
    <Tooltip title={explained}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard. */}
      <span className="change" tabIndex={0} role="note" aria-label={explained}>
        <span className="change__against">{t(`dashboard:against.${against}`)}</span>
        <bdi className="ltr change__value">
          {percent === null ? (
            '–'
          ) : (
            <>
              <Arrow aria-hidden />
              {`${Math.abs(percent)}\u202F%`}
            </>
          )}
        </bdi>
      </span>
    </Tooltip>
  );
}

/** Change from an earlier period: an arrow and whole per cent, explained on hover and focus. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { formatPercent, wholePercent } from '@busbar/domain/formats/number-format';
import { Tooltip } from 'antd';
import { useLanguage } from '../../i18n/use-language.ts';

export interface ChangeMarkProps {
  /** The change as a fraction; null if there is nothing to compare with. */
  readonly change: number | null;
  /** Label of the comparison, such as "vs yesterday". */
  readonly label: string;
  /** Description of the two compared periods. */
  readonly explained: string;
}

export function ChangeMark({ change, label, explained }: ChangeMarkProps) {
  const { tag } = useLanguage();
  const percent = change === null ? null : wholePercent(change);
  const Arrow = percent !== null && percent > 0 ? ArrowUpOutlined : ArrowDownOutlined;
  return (
    <Tooltip title={explained}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its explanation must be reachable by keyboard. */}
      <span className="change" tabIndex={0} role="note" aria-label={explained}>
        <span className="faint">{label}</span>
        <bdi className="ltr change__value">
          {percent === null ? (
            '–'
          ) : (
            <>
              {percent !== 0 && <Arrow aria-hidden />}
              {formatPercent(Math.abs(percent), 0, tag)}
            </>
          )}
        </bdi>
      </span>
    </Tooltip>
  );
}

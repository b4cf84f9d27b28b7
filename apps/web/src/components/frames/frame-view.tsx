/** Explanation of a frame: its kind, its errors, and the meaning of each byte. */
import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../states/state-tag.tsx';
import { ByteStrip } from './byte-strip.tsx';
import { ParsedTable } from './parsed-table.tsx';
import type { Explained, ExplainedFrame, ParsedRow } from './use-explanation.ts';
import { useFrameTexts } from './use-frame-texts.ts';
import './frames.css';

interface FrameViewProps {
  readonly label: string;
  readonly explained: Explained;
}

export function FrameView({ label, explained }: FrameViewProps) {
  const [active, setActive] = useState<number>();
  const [isOther, setOther] = useState(false);
  const { frames, problems } = explained;
  const rows = isOther ? withOther(explained) : explained.parsed;
  const ambiguous = frames.find(({ other }) => other !== undefined);
  return (
    <section className="stack" aria-label={label}>
      <div className="row">
        {frames.map((frame) => (
          <FrameTags key={frame.offset} frame={frame} />
        ))}
        {ambiguous !== undefined && (
          <ReadAs frame={ambiguous} isOther={isOther} onChange={setOther} />
        )}
      </div>
      {problems.length > 0 && <Problems explained={explained} />}
      {rows.length > 0 && (
        <>
          <ByteStrip rows={rows} active={active} onActive={setActive} />
          <ParsedTable label={label} rows={rows} active={active} onActive={setActive} />
        </>
      )}
    </section>
  );
}

/** The rows of all frames; an ambiguous frame has the rows of its second interpretation. */
function withOther({ parsed, frames }: Explained): readonly ParsedRow[] {
  return frames.flatMap(({ offset, length, other }) =>
    other === undefined
      ? parsed.filter((row) => row.offset >= offset && row.offset < offset + length)
      : other.parsed,
  );
}

function FrameTags({ frame }: { frame: ExplainedFrame }) {
  const { t } = useTranslation('console');
  const { protocol, direction, whole } = frame;
  return (
    <span className="row gap-12">
      {protocol !== null && <strong>{t(`console:protocols.${protocol}`)}</strong>}
      {direction !== null && <span>{t(`console:direction.${direction}`)}</span>}
      <StateTag
        tone={whole ? 'good' : 'alarm'}
        icon={whole ? <CheckCircleFilled /> : <WarningFilled />}
        isPlain
      >
        {t(whole ? 'console:whole' : 'console:not-whole')}
      </StateTag>
    </span>
  );
}

function ReadAs(props: {
  readonly frame: ExplainedFrame;
  readonly isOther: boolean;
  readonly onChange: (isOther: boolean) => void;
}) {
  const { t } = useTranslation('console');
  const { protocol, other } = props.frame;
  const isOfTwoProtocols = other?.protocol !== protocol;
  const label = (reading: 'first' | 'other') => {
    if (isOfTwoProtocols) {
      return t(`console:protocols.${reading === 'first' ? protocol : other?.protocol}`);
    }
    const isReply = (other?.direction === 'reply') === (reading === 'other');
    return t(isReply ? 'console:direction.reply' : 'console:direction.request');
  };
  return (
    <Segmented
      aria-label={t('console:read-as')}
      value={props.isOther ? 'other' : 'first'}
      options={[
        { value: 'first', label: label('first') },
        { value: 'other', label: label('other') },
      ]}
      onChange={(reading) => props.onChange(reading === 'other')}
    />
  );
}

function Problems({ explained: { problems } }: { explained: Explained }) {
  const { t } = useTranslation('console');
  const texts = useFrameTexts();
  return (
    <ul className="frame-problems stack gap-8" aria-label={t('console:problems')}>
      {problems.map((found) => {
        const { text, details } = texts.problem(found);
        return (
          <li key={`${found.key} ${found.offset}`} className="line align-start">
            <WarningFilled aria-hidden />
            <span>
              {text} <span className="hint">{details}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The last frames of a line, newest first; a frame can be explained byte by byte. */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pairsOf } from '../../../components/frames/hex-pairs.ts';
import { StateTag, type StateTone } from '../../../components/states/state-tag.tsx';
import { useKeyboardScroll } from '../../../components/use-keyboard-scroll.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { FrameDrawer } from './frame-drawer.tsx';
import type { LineFrame } from './use-line-monitor.ts';
import { useResultText } from './use-result-text.ts';

/** Results that are part of a line without faults. */
const HARMLESS = ['sent', 'heartbeat', 'wake-up', 'echo'];

function toneOf(result: string): StateTone {
  if (HARMLESS.includes(result)) return 'neutral';
  if (result === 'answer') return 'good';
  return result === 'refusal' ? 'warning' : 'alarm';
}

export function LineFrames({ frames }: { frames: readonly LineFrame[] }) {
  const { t } = useTranslation('line-monitor');
  const [chosen, setChosen] = useState<{ frame: LineFrame; request: string | undefined }>();
  const list = useRef<HTMLOListElement>(null);
  useKeyboardScroll(list);
  if (frames.length === 0) return <p className="muted">{t('line-monitor:no-frames')}</p>;
  const choose = (at: number) => setChosen({ frame: frames[at]!, request: requestOf(frames, at) });
  return (
    <>
      <ol className="line-frames plain-list ruled" aria-label={t('line-monitor:frames')} ref={list}>
        {frames.map((frame, at) => (
          <FrameRow key={keyOf(frames, at)} frame={frame} onExplain={() => choose(at)} />
        ))}
      </ol>
      <FrameDrawer
        hex={chosen?.frame.hex ?? undefined}
        request={chosen?.request}
        onClose={() => setChosen(undefined)}
      />
    </>
  );
}

/** The request before an answer, which names its registers. */
function requestOf(frames: readonly LineFrame[], at: number): string | undefined {
  if (frames[at]!.direction === 'sent') return undefined;
  const request = frames.slice(at).find(({ direction }) => direction === 'sent');
  return request?.hex?.includes('*') === true ? undefined : (request?.hex ?? undefined);
}

/** Several frames may have one time; a frame has the same key while it moves down the list. */
function keyOf(frames: readonly LineFrame[], at: number): string {
  const time = frames[at]!.at;
  const later = frames.slice(at + 1).filter((frame) => frame.at === time);
  return `${time} ${later.length}`;
}

function FrameRow({ frame, onExplain }: { frame: LineFrame; onExplain: () => void }) {
  const { t, i18n } = useTranslation(['line-monitor', 'console']);
  const { zone } = useRequiredSession().user;
  const resultText = useResultText();
  const mayExplain = useMay('console.use');
  const { at, direction, hex, words, result } = frame;
  const time = `${formatMoment(at, zone).slice(-8)}.${String(at % 1000).padStart(3, '0')}`;
  const wordText = (word: string) => {
    const key = `console:word.${word}`;
    return i18n.exists(key) ? t(key) : word;
  };
  return (
    <li className="line-frames__row">
      <span className="line-frames__time ltr muted text-small">{time}</span>
      <StateTag
        tone={toneOf(result)}
        icon={direction === 'sent' ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
        isPlain
      >
        {resultText(result)}
      </StateTag>
      <span className="line-frames__bytes">
        {hex === null ? (
          <span className="muted">{t('line-monitor:hidden')}</span>
        ) : (
          <span className="code ltr">{pairsOf(hex).join(' ')}</span>
        )}
        {words.length > 0 && (
          <span className="muted text-small">{words.map(wordText).join(' · ')}</span>
        )}
      </span>
      {mayExplain && hex !== null && !hex.includes('*') && (
        <Button size="small" type="text" onClick={onExplain}>
          {t('line-monitor:explain')}
        </Button>
      )}
    </li>
  );
}

/** Reads all protections of a device one after the other, with the result of each. */
import { ReloadOutlined } from '@ant-design/icons';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { Button, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExchange } from '../api/use-exchange.ts';
import { useReadOnOpening } from '../api/use-read-on-opening.ts';
import {
  afterRead,
  BEGUN,
  currentSet,
  type EndedRead,
  READ_SETS,
  type ReadAll,
  readCount,
} from '../read-all.ts';
import { ReadResult } from './read-result.tsx';
import './read-all.css';

interface ReadAllPanelProps {
  readonly code: string;
  readonly name: string;
  readonly isOffline: boolean;
}

export function ReadAllPanel({ code, name, isOffline }: ReadAllPanelProps) {
  const { t } = useTranslation('protection');
  const [run, setRun] = useState<ReadAll>();
  const [attempt, setAttempt] = useState(0);
  const current = run && currentSet(run);
  const begin = () => {
    setRun(BEGUN);
    setAttempt(attempt + 1);
  };
  return (
    <div className="read-all stack gap-text">
      <div className="row gap-text">
        <Button
          icon={<ReloadOutlined aria-hidden />}
          disabled={isOffline || current !== undefined}
          onClick={begin}
        >
          {t('protection:read-all.start')}
        </Button>
        {run !== undefined && current !== undefined && (
          <Button disabled={run.isStopping} onClick={() => setRun({ ...run, isStopping: true })}>
            {t('protection:read-all.stop')}
          </Button>
        )}
        {isOffline && <span className="hint">{t('protection:exchange.offline', { name })}</span>}
      </div>
      {run !== undefined && (
        <>
          <RunState run={run} />
          <ul className="read-all__sets stack gap-4" aria-label={t('protection:read-all.results')}>
            {READ_SETS.map((set) => (
              <li key={set} className="row gap-text">
                <span className="read-all__set">{t(`protection:tab.${set}`)}</span>
                <ReadResult
                  name={name}
                  read={run.results[set]}
                  isReading={set === current}
                  hasEnded={run.end !== undefined}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {current !== undefined && (
        <OneRead
          key={`${attempt} ${current}`}
          code={code}
          set={current}
          onEnd={(read) => setRun((old) => old && afterRead(old, current, read))}
        />
      )}
    </div>
  );
}

function RunState({ run }: { run: ReadAll }) {
  const { t } = useTranslation('protection');
  const ended = Object.keys(run.results).length;
  const text = t('protection:read-all.progress', { read: readCount(run), all: READ_SETS.length });
  const note = run.end ?? (run.isStopping ? 'stopping' : undefined);
  return (
    <div className="stack gap-4">
      {run.end === undefined && (
        <Progress
          percent={(ended / READ_SETS.length) * 100}
          showInfo={false}
          size="small"
          aria-label={text}
        />
      )}
      <p className="muted" role="status">
        {text}
        {note !== undefined && note !== 'complete' && ` · ${t(`protection:read-all.end.${note}`)}`}
      </p>
    </div>
  );
}

interface OneReadProps {
  readonly code: string;
  readonly set: ProtectionName;
  readonly onEnd: (read: EndedRead) => void;
}

/** Sends one read and reports its end; it shows nothing. */
function OneRead({ code, set, onEnd }: OneReadProps) {
  const { state, read } = useExchange(code, protectionOf(set));
  useReadOnOpening(read, true);
  useEffect(() => {
    if (state.kind !== 'idle' && state.kind !== 'running') onEnd(state);
  }, [state, onEnd]);
  return null;
}

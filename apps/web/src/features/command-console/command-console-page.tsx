/**
 * The protocol console (docs/specification/projects.md 6): builds or accepts a frame, explains it,
 * sends it and shows the reply.
 */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TabStrip, tabId } from '../../components/bars/tab-strip.tsx';
import { FrameView } from '../../components/frames/frame-view.tsx';
import { type Explained, useExplanation } from '../../components/frames/use-explanation.ts';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { present } from '../../lib/address/search-params.ts';
import type { HistoryRow } from './api/use-console.ts';
import { CommandForm } from './components/command-form.tsx';
import { ExplainPanel } from './components/explain-panel.tsx';
import { Favourites } from './components/favourites.tsx';
import { HistoryPanel } from './components/history-panel.tsx';
import { SendBar } from './components/send-bar.tsx';
import { type Draft, FIRST_DRAFTS } from './console-draft.ts';
import { useDebounced } from './use-debounced.ts';
import './command-console.css';

const TABS = ['request', 'reply', 'explain', 'history'] as const;

export function CommandConsolePage() {
  const { t } = useTranslation('console');
  const { device, tab = 'request' } = useSearch({ from: '/shell/command' });
  const navigate = useNavigate({ from: '/command' });
  const [draft, setDraft] = useState<Draft>(FIRST_DRAFTS[1]);
  const [sendCode, setSendCode] = useState('');
  const [reply, setReply] = useState<Explained>();
  const debounced = useDebounced(sendCode);
  const explained = useExplanation(debounced);
  const panelId = useId();
  const isShown = debounced.trim() !== '' && explained.data !== undefined;
  const isCurrent = debounced === sendCode && explained.isSuccess && !explained.isPlaceholderData;

  const go = (part: { device?: string | undefined; tab?: (typeof TABS)[number] }) =>
    void navigate({
      search: (old) => present({ ...old, ...part, page: undefined }),
      replace: true,
      resetScroll: false,
    });
  const show = (code: string) => {
    setSendCode(code);
    if (tab !== 'request') go({ tab: 'request' });
  };
  const replay = (row: HistoryRow) => {
    setSendCode(row.send_code);
    go({ device: row.link_sn, tab: 'request' });
  };
  const heard = (answer: Explained | undefined) => {
    setReply(answer);
    if (answer !== undefined) go({ tab: 'reply' });
  };
  return (
    <div className="console sides touch">
      <PageHeading />
      <section className="stack gap-16 panel" aria-label={t('console:command')}>
        <h2>{t('console:command')}</h2>
        <CommandForm
          device={device}
          draft={draft}
          onDevice={(code) => go({ device: code })}
          onDraft={setDraft}
          onBuilt={show}
        />
        <SendBar
          device={device}
          sendCode={sendCode}
          effect={isCurrent ? explained.data?.effect : undefined}
          onSendCode={show}
          onReply={heard}
        />
        <Favourites draft={draft} onUse={setDraft} />
      </section>
      <div className="stack gap-16 panel console-card--read">
        <TabStrip
          label={t('console:tabs')}
          tabs={TABS.map((key) => ({ key, label: t(`console:tab.${key}`) }))}
          active={tab}
          panelId={panelId}
          onOpen={(key) => go({ tab: key })}
        />
        <div role="tabpanel" id={panelId} aria-labelledby={tabId(panelId, tab)}>
          {tab === 'request' && (
            <div className="console-panel stack gap-16">
              {isShown ? (
                <FrameView
                  key={debounced}
                  label={t('console:request-frame')}
                  explained={explained.data}
                />
              ) : (
                <p className="hint">{t('console:no-request')}</p>
              )}
            </div>
          )}
          {tab === 'reply' && <ReplyPanel reply={reply} />}
          {tab === 'explain' && <ExplainPanel />}
          {tab === 'history' && <HistoryPanel device={device} onReplay={replay} />}
        </div>
      </div>
    </div>
  );
}

function ReplyPanel({ reply }: { reply: Explained | undefined }) {
  const { t } = useTranslation('console');
  return (
    <div className="console-panel stack gap-16" aria-live="polite">
      {reply === undefined ? (
        <p className="hint">{t('console:no-reply')}</p>
      ) : (
        <FrameView label={t('console:reply-frame')} explained={reply} />
      )}
    </div>
  );
}

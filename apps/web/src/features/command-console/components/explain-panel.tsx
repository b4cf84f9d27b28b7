/** Explains a pasted frame of any origin without sending it. */
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameView } from '../../../components/frames/frame-view.tsx';
import { useExplanation } from '../../../components/frames/use-explanation.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useDebounced } from '../use-debounced.ts';

export function ExplainPanel() {
  const { t } = useTranslation('console');
  const errorText = useErrorText();
  const id = useId();
  const [text, setText] = useState('');
  const code = useDebounced(text);
  const explained = useExplanation(code);
  return (
    <div className="console-panel stack gap-16">
      <div className="console-field stack gap-4">
        <label htmlFor={id}>{t('console:paste')}</label>
        <Input.TextArea
          id={id}
          className="code"
          dir="ltr"
          value={text}
          autoSize={{ minRows: 2, maxRows: 8 }}
          spellCheck={false}
          aria-describedby={`${id}-said`}
          onChange={({ target }) => setText(target.value)}
        />
        <span id={`${id}-said`} className="hint">
          {t('console:paste-about')}
        </span>
      </div>
      {explained.error !== null && (
        <Alert type="error" showIcon role="alert" title={errorText(explained.error)} />
      )}
      {code.trim() !== '' && explained.data !== undefined && (
        <FrameView key={code} label={t('console:tab.explain')} explained={explained.data} />
      )}
    </div>
  );
}

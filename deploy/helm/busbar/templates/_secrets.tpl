{{- /* Refuses values with which no process would start, in one sentence. */}}
{{- define "busbar.check" -}}
{{- $secrets := .Values.secrets }}
{{- if and $secrets.existingSecret $secrets.values }}
{{- fail "Set either secrets.existingSecret or secrets.values, not both." }}
{{- end }}
{{- $names := include "busbar.secretNames" . | fromJsonArray }}
{{- if not (has "DATABASE_URL" $names) }}
{{- fail "An external PostgreSQL is required: put its DATABASE_URL into a Secret and name it in secrets.existingSecret, or set secrets.values.DATABASE_URL." }}
{{- end }}
{{- if not (has "SECRETS_KEY" $names) }}
{{- fail "The pods need a common SECRETS_KEY (openssl rand -base64 32) in the Secret of secrets.existingSecret and in secrets.keys, or in secrets.values." }}
{{- end }}
{{- if and .Values.gateway.proxyProtocol (not .Values.trustedProxies) }}
{{- fail "gateway.proxyProtocol needs trustedProxies, the addresses from which the load balancer connects." }}
{{- end }}
{{- if and .Values.gateway.externalBroker (not (has "MQTT_URL" $names)) }}
{{- fail "gateway.externalBroker needs MQTT_URL among the secrets." }}
{{- end }}
{{- if and (has "MQTT_URL" $names) (not .Values.gateway.externalBroker) }}
{{- fail "With MQTT_URL among the secrets set gateway.externalBroker to true." }}
{{- end }}
{{- end }}

{{- /* The names of the secrets that the pods read, as JSON. */}}
{{- define "busbar.secretNames" -}}
{{- if .Values.secrets.existingSecret -}}
{{ toJson .Values.secrets.keys }}
{{- else -}}
{{ keys .Values.secrets.values | sortAlpha | toJson }}
{{- end }}
{{- end }}

{{- define "busbar.secretName" -}}
{{- default (include "busbar.fullname" .) .Values.secrets.existingSecret }}
{{- end }}

{{- /* Variables that name the files of secrets: dict "names". */}}
{{- define "busbar.secretVariables" -}}
{{- range .names }}
- name: {{ . }}_FILE
  value: /run/secrets/busbar/{{ . }}
{{- end }}
{{- end }}

{{- /* The volume with these files: dict "secretName" "names". */}}
{{- define "busbar.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .secretName }}
    # The group of the pod can read.
    defaultMode: 288
    items:
      {{- range .names }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}

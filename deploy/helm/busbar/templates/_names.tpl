{{- define "busbar.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- /* At most 52 characters: a Job adds "-migration", and the names of its pods end at 63. */}}
{{- define "busbar.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "busbar.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "busbar.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- /* The labels that select the pods of a part: dict "root" "component". */}}
{{- define "busbar.selector" -}}
app.kubernetes.io/name: {{ include "busbar.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "busbar.labels" -}}
{{ include "busbar.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* Helm reads every number as a fraction and writes large ones as 1e+06. */}}
{{- define "busbar.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}
{{ int64 . | quote }}
{{- else -}}
{{ toString . | quote }}
{{- end }}
{{- end }}

{{- define "busbar.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}
{{- end }}

{{- define "busbar.claim" -}}
{{- default (printf "%s-data" (include "busbar.fullname" .)) .Values.data.existingClaim }}
{{- end }}

{{- define "busbar.ingressHost" -}}
{{- $host := default (get (urlParse .Values.publicUrl) "hostname") .Values.ingress.host }}
{{- required "Set ingress.host or publicUrl: the ingress needs a host name." $host }}
{{- end }}

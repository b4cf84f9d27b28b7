{{- /* The Deployment and the disruption budget of a role: dict "root" "role" "env" "ports" "volumes" "mounts". */}}
{{- define "busbar.deployment" -}}
{{- $root := .root }}
{{- $part := index $root.Values .role }}
{{- $scope := dict "root" $root "component" .role }}
{{- $names := include "busbar.secretNames" $root | fromJsonArray }}
{{- $isExisting := not (empty $root.Values.secrets.existingSecret) }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "busbar.fullname" $root }}-{{ .role }}
  labels: {{ include "busbar.labels" $scope | nindent 4 }}
spec:
  replicas: {{ $part.replicas }}
  selector:
    matchLabels: {{ include "busbar.selector" $scope | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  template:
    metadata:
      labels:
        {{- with $root.Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- include "busbar.labels" $scope | nindent 8 }}
      annotations:
        checksum/settings: {{ include (print $root.Template.BasePath "/settings.yaml") $root | sha256sum }}
        {{- if not $isExisting }}
        checksum/secrets: {{ toJson $root.Values.secrets.values | sha256sum }}
        {{- end }}
        {{- if $root.Values.metrics.enabled }}
        prometheus.io/scrape: "true"
        prometheus.io/port: {{ $root.Values.metrics.port | quote }}
        prometheus.io/path: /metrics
        {{- end }}
        {{- with $root.Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "busbar.placement" $root | nindent 6 }}
      # The time of preStop, the 8 s of the stop, and a reserve.
      terminationGracePeriodSeconds: {{ add $root.Values.preStopSeconds 20 }}
      securityContext: {{ include "busbar.podSecurity" $root | nindent 8 }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{ include "busbar.selector" $scope | nindent 14 }}
      containers:
        - name: busbar
          image: {{ include "busbar.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          securityContext: {{ include "busbar.containerSecurity" $root | nindent 12 }}
          envFrom:
            - configMapRef:
                name: {{ include "busbar.fullname" $root }}-settings
          env:
            - name: ROLES
              value: {{ .role }}
            {{- with .env }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            {{- include "busbar.secretVariables" (dict "names" $names) | nindent 12 }}
          ports:
            - { name: http, containerPort: 8080 }
            {{- if $root.Values.metrics.enabled }}
            - { name: metrics, containerPort: {{ $root.Values.metrics.port }} }
            {{- end }}
            {{- with .ports }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- include "busbar.probes" $root | nindent 10 }}
          lifecycle:
            preStop:
              exec:
                command: [sleep, {{ $root.Values.preStopSeconds | quote }}]
          resources: {{ toYaml $part.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            - { name: secrets, mountPath: /run/secrets/busbar, readOnly: true }
            {{- with .mounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: {{ include "busbar.claim" $root }}
        - name: tmp
          emptyDir: {}
        {{- include "busbar.secretVolume" (dict "secretName" (include "busbar.secretName" $root) "names" $names) | nindent 8 }}
        {{- with .volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "busbar.fullname" $root }}-{{ .role }}
  labels: {{ include "busbar.labels" $scope | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {{ include "busbar.selector" $scope | nindent 6 }}
{{- end }}

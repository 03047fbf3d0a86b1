// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32, Int64 } from "../../../numbers.ts";
import type { IntOrString, MaybeNull } from "../../field-types.ts";

/** Describes a "run in container" action. */
interface ExecAction {
  /**
   * The command line to execute inside the container, the working directory for the command is root ('/') in the
   * container's filesystem.
   */
  readonly command?: readonly string[];
}

/** Specifies an action involving a GRPC service. */
interface GRPCAction {
  /** Specifies the connection mode for the gRPC health probe. Since Kubernetes 1.37. */
  readonly mode?: "Plaintext" | "TLS";
  /** Port number of the gRPC service. */
  readonly port: Int32;
  /**
   * The name of the service to place in the gRPC HealthCheckRequest (see
   * https://github.com/grpc/grpc/blob/master/doc/health-checking.md).
   */
  readonly service?: MaybeNull<string>;
}

/** Describes an action based on HTTP Get requests. */
interface HTTPGetAction {
  /** Host name to connect to, defaults to the pod IP. */
  readonly host?: string;
  /** Custom headers to set in the request. */
  readonly httpHeaders?: readonly HTTPHeader[];
  /** Path to access on the HTTP server. */
  readonly path?: string;
  /** Name or number of the port to access on the container. */
  readonly port: IntOrString;
  /** Selects the wire protocol for the probe connection. Since Kubernetes 1.37. */
  readonly protocol?: "HTTP1" | "HTTP2";
  /** Scheme to use for connecting to the host. */
  readonly scheme?: "HTTP" | "HTTPS";
}

/** Describes a custom header to be used in HTTP probes. */
interface HTTPHeader {
  /** The header field name. */
  readonly name: string;
  /** The header field value. */
  readonly value: string;
}

/** Describes actions that the management system should take in response to container lifecycle events. */
export interface Lifecycle {
  /** Called immediately after a container is created. */
  readonly postStart?: LifecycleHandler;
  /**
   * Called immediately before a container is terminated due to an API request or management event such as
   * liveness/startup probe failure, preemption, resource contention, etc. The handler is not called if the container
   * crashes or exits.
   */
  readonly preStop?: LifecycleHandler;
  /** Defines which signal will be sent to a container when it is being stopped. Since Kubernetes 1.33. */
  readonly stopSignal?:
    | "SIGABRT"
    | "SIGALRM"
    | "SIGBUS"
    | "SIGCHLD"
    | "SIGCLD"
    | "SIGCONT"
    | "SIGFPE"
    | "SIGHUP"
    | "SIGILL"
    | "SIGINT"
    | "SIGIO"
    | "SIGIOT"
    | "SIGKILL"
    | "SIGPIPE"
    | "SIGPOLL"
    | "SIGPROF"
    | "SIGPWR"
    | "SIGQUIT"
    | "SIGRTMAX"
    | "SIGRTMAX-1"
    | "SIGRTMAX-10"
    | "SIGRTMAX-11"
    | "SIGRTMAX-12"
    | "SIGRTMAX-13"
    | "SIGRTMAX-14"
    | "SIGRTMAX-2"
    | "SIGRTMAX-3"
    | "SIGRTMAX-4"
    | "SIGRTMAX-5"
    | "SIGRTMAX-6"
    | "SIGRTMAX-7"
    | "SIGRTMAX-8"
    | "SIGRTMAX-9"
    | "SIGRTMIN"
    | "SIGRTMIN+1"
    | "SIGRTMIN+10"
    | "SIGRTMIN+11"
    | "SIGRTMIN+12"
    | "SIGRTMIN+13"
    | "SIGRTMIN+14"
    | "SIGRTMIN+15"
    | "SIGRTMIN+2"
    | "SIGRTMIN+3"
    | "SIGRTMIN+4"
    | "SIGRTMIN+5"
    | "SIGRTMIN+6"
    | "SIGRTMIN+7"
    | "SIGRTMIN+8"
    | "SIGRTMIN+9"
    | "SIGSEGV"
    | "SIGSTKFLT"
    | "SIGSTOP"
    | "SIGSYS"
    | "SIGTERM"
    | "SIGTRAP"
    | "SIGTSTP"
    | "SIGTTIN"
    | "SIGTTOU"
    | "SIGURG"
    | "SIGUSR1"
    | "SIGUSR2"
    | "SIGVTALRM"
    | "SIGWINCH"
    | "SIGXCPU"
    | "SIGXFSZ";
}

/** Defines a specific action that should be taken in a lifecycle hook. */
interface LifecycleHandler {
  /** Specifies a command to execute in the container. */
  readonly exec?: ExecAction;
  /** Specifies an HTTP GET request to perform. */
  readonly httpGet?: HTTPGetAction;
  /** Represents a duration that the container should sleep. */
  readonly sleep?: SleepAction;
  /** Deprecated. */
  readonly tcpSocket?: TCPSocketAction;
}

/**
 * Describes a health check to be performed against a container to determine whether it is alive or ready to receive
 * traffic.
 */
export interface Probe {
  /** Specifies a command to execute in the container. */
  readonly exec?: ExecAction;
  /** Minimum consecutive failures for the probe to be considered failed after having succeeded. */
  readonly failureThreshold?: Int32;
  /** Specifies a GRPC HealthCheckRequest. */
  readonly grpc?: GRPCAction;
  /** Specifies an HTTP GET request to perform. */
  readonly httpGet?: HTTPGetAction;
  /** Number of seconds after the container has started before liveness probes are initiated. */
  readonly initialDelaySeconds?: Int32;
  /** How often (in seconds) to perform the probe. */
  readonly periodSeconds?: Int32;
  /** Minimum consecutive successes for the probe to be considered successful after having failed. */
  readonly successThreshold?: Int32;
  /** Specifies a connection to a TCP port. */
  readonly tcpSocket?: TCPSocketAction;
  /** Optional duration in seconds the pod needs to terminate gracefully upon probe failure. */
  readonly terminationGracePeriodSeconds?: Int64;
  /** Number of seconds after which the probe times out. */
  readonly timeoutSeconds?: Int32;
}

/** Describes a "sleep" action. */
interface SleepAction {
  /** The number of seconds to sleep. */
  readonly seconds: Int64;
}

/** Describes an action based on opening a socket. */
interface TCPSocketAction {
  /** Host name to connect to, defaults to the pod IP. */
  readonly host?: string;
  /** Number or name of the port to access on the container. */
  readonly port: IntOrString;
}

package maple

import io.circe.*
import java.util.concurrent.{Executors, TimeUnit}

/** The notification service, kept in a store of our own; records carry the service's own names. */
object Notifier:
  private def q(name: String, kind: String, about: String, req: Boolean = false, oneOf: List[String] = Nil, min: Option[Int] = None, max: Option[Int] = None) =
    Param(name, kind, req, about, oneOf, min, max)
  final case class Chat(iden: String, email: String, muted: Boolean, created: BigDecimal, modified: BigDecimal):
    def json: Json = js(s("iden", iden), b("active", true), "with" -> js(s("email", email)), b("muted", muted), dec("created", created), dec("modified", modified))
  final case class Device(iden: String, fields: JsonObject, created: BigDecimal, modified: BigDecimal):
    def json: Json = Json.fromJsonObject(fields).deepMerge(js(s("iden", iden), b("active", true), dec("created", created), dec("modified", modified)))
  final case class Push(iden: String, fields: JsonObject, active: Boolean, dismissed: Boolean, created: BigDecimal, modified: BigDecimal):
    def json: Json =
      val base = js(s("iden", iden), b("active", active), dec("created", created), dec("modified", modified))
      if active then Json.fromJsonObject(fields).deepMerge(base).deepMerge(js(b("dismissed", dismissed))) else base
  private val chats = Book[Chat]()
  private val devices = Book[Device]()
  private val pushes = Book[Push]()
  private val timer = Executors.newSingleThreadScheduledExecutor((r: Runnable) => { val th = Thread(r, "notifier"); th.setDaemon(true); th })

  private def now(): BigDecimal = { val i = Ticker.tick(); BigDecimal(i.getEpochSecond * 1000000L + i.getNano / 1000) / 1000000 }
  private def put(o: JsonObject, names: List[String], onto: JsonObject = JsonObject.empty): JsonObject =
    names.foldLeft(onto)((acc, k) => o(k).filterNot(_.isNull).fold(acc)(acc.add(k, _)))
  private val deviceNames = List("icon", "model", "has_sms", "nickname", "push_token", "app_version", "manufacturer")
  private val pushNames = List("type", "url", "body", "guid", "email", "title", "file_url", "file_name", "file_type", "channel_tag", "client_iden", "device_iden", "source_device_iden")

  private def mineOnly[V](bk: Book[V], u: User, id: String, what: String): V =
    if !bk.view.ids(u.id).contains(id) then fail(400, s"there is no $what $id") else bk.get(id).get
  private def emailOk(x: String) = x.matches("[^@\\s]+@[^@\\s]+\\.[^@\\s]+")

  private def page[V](all: Iterator[V], in: In, default: Int, id: V => String, json: V => Json): Json =
    val limit = in.int("limit").getOrElse(default)
    val rest = in.str("cursor").filter(_.nonEmpty) match
      case None => all
      case Some(c) =>
        val last = scala.util.Try(String(java.util.Base64.getUrlDecoder.decode(c), "UTF-8")).toOption.filter(_.startsWith("after:")).getOrElse(fail(400, "invalid cursor")).drop(6)
        val behind = all.dropWhile(x => id(x) >= last)
        if Fault("notifier-page-skips-one") then behind.drop(1) else behind
    val rows = rest.take(limit).toVector
    items(rows.map(json), if rest.hasNext then rows.lastOption.map(x => java.util.Base64.getUrlEncoder.withoutPadding.encodeToString(("after:" + id(x)).getBytes("UTF-8"))) else None)

  private def createChat(u: User, in: In): Json =
    val email = in.need("email").trim
    if !emailOk(email) then fail(400, "email must be an email address")
    chats.commit { v =>
      v.of(u.id).find(_.email.equalsIgnoreCase(email)) match
        case Some(c) => (Nil, c)
        case None    => val at = now(); val c = Chat(Ids.ulid(), email, false, at, at); (List(Ev.Created(c.iden, u.id, c)), c)
    }.json
  private def updateChat(u: User, in: In): Json =
    mineOnly(chats, u, in.need("iden"), "chat")
    val muted = in.bool("muted").filter(x => x || !Fault("chat-never-unmuted"))
    chats.commit { v =>
      val c = v.get(in.need("iden")).getOrElse(fail(400, "there is no such chat"))
      val d = c.copy(muted = muted.getOrElse(c.muted), modified = now())
      (List(Ev.Changed(c.iden, d)), d)
    }.json
  private def drop[V](bk: Book[V], u: User, id: String, what: String): Json =
    bk.commit { v =>
      if !v.ids(u.id).contains(id) then fail(400, s"there is no $what $id")
      (List(Ev.Removed(id, u.id)), js(s("iden", id), b("deleted", true)))
    }
  private def createDevice(u: User, in: In): Json =
    val at = now()
    val d = Device(Ids.ulid(), put(in.o, deviceNames), at, at)
    devices.create(d.iden, u.id, d).json
  private def updateDevice(u: User, in: In): Json =
    val id = in.need("iden")
    mineOnly(devices, u, id, "device")
    devices.commit { v =>
      val d = v.get(id).getOrElse(fail(400, "there is no such device"))
      val x = d.copy(fields = put(in.o, deviceNames, if Fault("device-update-forgets-the-rest") then JsonObject.empty else d.fields), modified = now())
      (List(Ev.Changed(id, x)), x)
    }.json
  private def createPush(u: User, in: In): Json =
    val kind = in.need("type")
    def need(k: String): Unit = if in.str(k).forall(_.isBlank) then fail(400, s"$k is required when type=$kind")
    if kind == "link" then need("url")
    if kind == "file" then { need("file_url"); need("file_name"); need("file_type") }
    in.str("device_iden").foreach(mineOnly(devices, u, _, "device"))
    in.str("email").foreach(e => if !emailOk(e) then fail(400, "email must be an email address"))
    val guid = in.str("guid").filter(_.nonEmpty)
    pushes.commit { v =>
      guid.filterNot(_ => Fault("push-guid-ignored")).flatMap(g => v.of(u.id).find(_.fields("guid").flatMap(_.asString).contains(g))) match
        case Some(x) => (Nil, x)
        case None =>
          val at = now()
          val x = Push(Ids.ulid(), put(in.o, pushNames), true, false, at, at)
          (List(Ev.Created(x.iden, u.id, x)), x)
    }.json
  private def updatePush(u: User, in: In): Json =
    val id = in.need("iden")
    val list = in.list("items").map(_.map { j =>
      val x = In(j.asObject.getOrElse(fail(400, "each item has text and checked")))
      js(s("text", x.need("text")), b("checked", x.bool("checked").getOrElse(fail(400, "checked is required"))))
    })
    mineOnly(pushes, u, id, "push")
    pushes.commit { v =>
      val x = v.get(id).filter(_.active).getOrElse(fail(400, s"there is no push $id"))
      val y = x.copy(dismissed = in.bool("dismissed").getOrElse(x.dismissed), fields = list.fold(x.fields)(l => x.fields.add("items", Json.fromValues(l))), modified = now())
      (List(Ev.Changed(id, y)), y)
    }.json
  private def tomb(x: Push): Push = x.copy(active = false, fields = put(x.fields, List("guid")), modified = now())
  private def deletePush(u: User, in: In): Json =
    val id = in.need("iden")
    pushes.commit { v =>
      if !v.ids(u.id).contains(id) || !v.get(id).exists(_.active) then fail(400, s"there is no push $id")
      (List(Ev.Changed(id, tomb(v.get(id).get))), js(s("iden", id), b("deleted", true)))
    }
  private def deleteAll(u: User, in: In): Json =
    val upTo = now()
    def sweep(): Unit =
      pushes.commit { v =>
        val mine = v.of(u.id)
        (mine.filter(x => x.active && x.created < upTo).toList.map(x => Ev.Changed(x.iden, tomb(x))), ())
      }
    timer.schedule((() => sweep()): Runnable, 150, TimeUnit.MILLISECONDS)
    js(b("accepted", true))
  private def listPushes(u: User, in: In): Json =
    val after = in.dec("modified_after").map(x => if Fault("modified-after-cut-to-seconds") then x.setScale(0, BigDecimal.RoundingMode.DOWN) else x)
    val active = in.bool("active").getOrElse(false) && !Fault("active-filter-ignored")
    page(pushes.of(u.id).reverseIterator.filter(x => (x.active || !active) && after.forall(x.modified > _)), in, 500, _.iden, _.json)

  private def tool(name: String, about: String, params: Param*)(run: (User, In) => Json): ToolDef = ToolDef("NOTIFIER_" + name, "notifier", about, params.toList, run)
  private val limit = q("limit", "integer", "Most records of one answer", min = Some(1), max = Some(500))
  private val cursor = q("cursor", "string", "Where to go on")
  val tools: List[ToolDef] = List(
    tool("CREATE_CHAT", "Create a chat with an email address", q("email", "string", "Email address of the other", true))(createChat),
    tool("CREATE_DEVICE", "Register a device", q("icon", "string", "Icon"), q("model", "string", "Model", true), q("has_sms", "boolean", "Android only"),
      q("nickname", "string", "Nickname", true), q("push_token", "string", "Platform-specific token"), q("app_version", "integer", "Version of the app", true, min = Some(0)),
      q("manufacturer", "string", "Manufacturer", true))(createDevice),
    tool("CREATE_PUSH", "Send a push (note, link or file) to a device, user, channel or client",
      (q("type", "string", "Kind of push", true, List("note", "link", "file")) :: pushNames.tail.map(k => q(k, "string", k.replace('_', ' ') + " of the push")))*)(createPush),
    tool("DELETE_ALL_PUSHES", "Delete all pushes of the user asynchronously")(deleteAll),
    tool("DELETE_CHAT", "Delete a chat", q("iden", "string", "Chat", true))((u, in) => drop(chats, u, in.need("iden"), "chat")),
    tool("DELETE_DEVICE", "Delete a device", q("device_iden", "string", "Device", true))((u, in) => drop(devices, u, in.need("device_iden"), "device")),
    tool("DELETE_PUSH", "Delete a push", q("iden", "string", "Push", true))(deletePush),
    tool("GET_USER", "Get the profile of the authenticated user")((u, _) => js(s("iden", u.id), s("email", u.email), s("name", u.name))),
    tool("LIST_CHATS", "List chats", limit, cursor)((u, in) => page(chats.of(u.id).reverseIterator, in, 500, _.iden, _.json)),
    tool("LIST_DEVICES", "List devices")((u, _) => items(devices.of(u.id).reverse.map(_.json))),
    tool("LIST_PUSHES", "List pushes", limit, q("active", "boolean", "Only active pushes"), cursor, q("modified_after", "number", "UNIX timestamp"))(listPushes),
    tool("UPDATE_CHAT", "Mute or unmute a chat", q("iden", "string", "Chat", true), q("muted", "boolean", "Muted or not", true))(updateChat),
    tool("UPDATE_DEVICE", "Update device metadata", (q("iden", "string", "Device", true) :: List("icon", "model", "nickname", "push_token", "manufacturer").map(k => q(k, "string", k)) :::
      List(q("has_sms", "boolean", "Android only"), q("app_version", "integer", "Version of the app", min = Some(0))))*)(updateDevice),
    tool("UPDATE_PUSH", "Dismiss a push or change list items", q("iden", "string", "Push", true), q("items", "array", "Items with text and checked"), q("dismissed", "boolean", "Hide notifications"))(updatePush),
    tool("UPLOAD_REQUEST", "Get a signed upload URL before pushing a file", q("file_name", "string", "Name of the file", true), q("file_type", "string", "MIME type", true))((u, in) => {
      val id = Ids.ulid()
      js(s("file_name", in.need("file_name")), s("file_type", in.need("file_type")), s("upload_url", s"https://upload.maple.example/$id"), s("file_url", s"https://files.maple.example/$id"),
        "data" -> js(s("key", id), s("policy", "maple"), s("signature", Auth.hex(Auth.hmac(Auth.webhookSecret, id.getBytes("UTF-8"))))))
    }))

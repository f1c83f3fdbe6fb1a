# One record, two families of paths: agents and chats.
module AgentSerializer
  module_function

  def one(agent)
    { id: agent.id, user_id: agent.user_id, name: agent.name, description: agent.description, chat_prompt: agent.chat_prompt,
      visibility: agent.visibility, vanity_slug: agent.vanity_slug, model: agent.model, tags: agent.tags || [],
      upsell_description: agent.upsell_description, monthly_price: agent.monthly_price, paid: agent.paid?,
      feedbacks_count: agent.feedbacks_count, discarded_at: agent.discarded_at,
      created_at: agent.created_at, updated_at: agent.updated_at }
  end

  def file(file)
    { id: file.id, agent_id: file.agent_id, name: file.name, content_type: file.content_type, content: file.content,
      position: file.position, created_at: file.created_at, updated_at: file.updated_at }
  end

  def studio(chat)
    { run_id: chat.run_id, user_id: chat.user_id, title: chat.title, description: chat.description, visibility: chat.visibility,
      messages: chat.messages || [], discarded_at: chat.discarded_at, created_at: chat.created_at, updated_at: chat.updated_at }
  end
end

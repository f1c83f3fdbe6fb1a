ActiveRecord::Schema.define(version: 2016_04_11_090000) do
  create_table :users do |t|
    t.string :email, :name, :external_id
    t.integer :tier, default: 0
    t.boolean :notifier_connected, default: true
    t.string :plan
    t.timestamps
  end
  create_table :agents, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.integer :user_id
    t.string :name, :vanity_slug, :model
    t.text :description, :chat_prompt, :upsell_description, :tags
    t.integer :visibility, default: 1
    t.decimal :monthly_price, precision: 10, scale: 2
    t.integer :feedbacks_count, default: 0
    t.datetime :discarded_at, precision: 6
    t.timestamps precision: 6
    t.index :user_id
    t.index :vanity_slug
  end
  create_table :agent_files, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.string :agent_id, :name, :content_type
    t.text :content
    t.integer :position
    t.timestamps precision: 6
    t.index :agent_id
  end
  create_table :theme_preferences do |t|
    t.string :agent_id, :color
    t.timestamps
    t.index :agent_id, unique: true
  end
  create_table :feedbacks do |t|
    t.string :agent_id
    t.integer :user_id, :rating
    t.text :comment
    t.timestamps
  end
  create_table :agent_runs, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.string :agent_id, :source
    t.integer :user_id
    t.integer :next_position, default: 0
    t.timestamps precision: 6
    t.index [:user_id, :created_at]
  end
  create_table :messages do |t|
    t.string :run_id, :role
    t.text :content
    t.integer :position
    t.timestamps precision: 6
    t.index [:run_id, :position]
  end
  create_table :background_jobs, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.string :run_id, :agent_id, :kind
    t.integer :state, default: 0
    t.text :error
    t.timestamps precision: 6
    t.index :run_id
  end
  create_table :run_logs do |t|
    t.string :run_id, :event
    t.text :detail
    t.timestamps precision: 6
    t.index :run_id
  end
  create_table :mcp_server_logs do |t|
    t.string :run_id, :agent_id, :server, :tool_name
    t.text :request, :response
    t.timestamps precision: 6
    t.index :run_id
  end
  create_table :tool_executions do |t|
    t.integer :user_id
    t.string :tool_name, :service_id, :service_id_namespace
    t.text :input, :output
    t.integer :state, default: 0
    t.timestamps precision: 6
    t.index [:user_id, :created_at]
  end
  create_table :subscriptions do |t|
    t.integer :user_id
    t.string :agent_id, :checkout_session_id
    t.integer :state, default: 0
    t.datetime :started_at, :canceled_at
    t.timestamps
    t.index [:user_id, :agent_id]
  end
  create_table :payments do |t|
    t.string :agent_id
    t.integer :user_id
    t.decimal :amount, precision: 10, scale: 2
    t.datetime :paid_at
  end
  create_table :studio_chats do |t|
    t.integer :user_id
    t.string :run_id, :title
    t.text :description, :messages
    t.integer :visibility, default: 1
    t.datetime :discarded_at
    t.timestamps precision: 6
    t.index :run_id, unique: true
    t.index :user_id
  end
  create_table :api_keys do |t|
    t.integer :user_id
    t.string :name, :token
    t.boolean :default, default: false
    t.timestamps
    t.index :token, unique: true
    t.index :user_id
  end
  create_table :credit_accounts do |t|
    t.integer :user_id, :balance, :used
    t.timestamps
    t.index :user_id, unique: true
  end
  create_table :webhook_events do |t|
    t.string :event_id, :kind
    t.timestamps
    t.index :event_id, unique: true
  end
  create_table :payment_sessions do |t|
    t.integer :user_id
    t.string :token, :plan
    t.decimal :amount, precision: 10, scale: 2
    t.timestamps
  end
  create_table :bundles do |t|
    t.integer :user_id
    t.string :name
    t.text :description
    t.integer :bundle_tools_count, default: 0
    t.timestamps
    t.index :user_id
  end
  create_table :bundle_tools do |t|
    t.integer :bundle_id
    t.string :tool_id
    t.timestamps
    t.index [:bundle_id, :tool_id], unique: true
  end
  create_table :cli_sessions, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.integer :user_id
    t.text :jwt
    t.datetime :consumed_at
    t.timestamps
  end
  create_table :schedules, id: false do |t|
    t.string :id, null: false, primary_key: true
    t.integer :user_id
    t.string :chat_id, :cron_expression, :name
    t.text :message
    t.boolean :enabled, default: true
    t.datetime :last_run_at
    t.timestamps precision: 6
    t.index :user_id
  end
  create_table :installed_tools do |t|
    t.integer :user_id
    t.string :tool_id
    t.timestamps
    t.index [:user_id, :tool_id], unique: true
  end
  create_table :vip_codes do |t|
    t.integer :user_id, :credits
    t.string :code
    t.timestamps
  end
  create_table :vip_redemptions do |t|
    t.integer :user_id, :vip_code_id
    t.timestamps
  end
  %i[notifier_chats notifier_devices notifier_pushes].each do |name|
    create_table name do |t|
      t.integer :user_id
      t.string :iden, :guid, :email
      t.boolean :active, default: true
      t.float :modified
      t.text :data
      t.timestamps
      t.index [:user_id, :modified]
      t.index :iden
    end
  end
end
